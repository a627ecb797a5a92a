"""Whether a fact may happen, theme by theme. Each check gives None, or the breach with its reason."""
