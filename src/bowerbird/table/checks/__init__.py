"""Checks of facts, theme by theme. Each returns None if the fact is allowed, or the breach with its reason."""
