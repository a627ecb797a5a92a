"""Luck and skill: what the points of a hand were made of, by the judge of its decisions."""
