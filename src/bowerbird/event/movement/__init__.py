"""The ways in which a room moves on: pure functions from a seating and its results to the next seating."""
