"""How the master is trained: self-play of one net in all four seats. Beside the product, never installed with it."""
