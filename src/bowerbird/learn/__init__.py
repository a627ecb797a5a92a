"""Content for people who want to play better, and the computation behind it. No clock, no randomness, no log."""
