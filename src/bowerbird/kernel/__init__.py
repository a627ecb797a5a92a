"""The fast core: the law of card play, open hands solved, deals sampled for a seat, and hands played in bulk."""
