"""Search: sampled worlds, and the evaluation of calls and cards in them."""
