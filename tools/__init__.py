"""Commands for releases and drawings: what is inside, whether any of it has known problems, the icons."""
