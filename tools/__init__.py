"""Commands for releases: what is inside, and whether any of it has known problems."""
