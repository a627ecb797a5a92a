"""Send masses of random input: nothing may crash, hang, or cause a server error."""
