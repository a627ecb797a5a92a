"""The master's net: its inputs, its weights, and the evaluation of many positions at once."""
