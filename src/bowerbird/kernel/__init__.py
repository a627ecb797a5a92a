"""The fast core: the rules of card play, a solver for open hands, a sampler of deals, and bulk play."""
