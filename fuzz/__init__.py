"""Input that nobody would send on purpose, and much of it: nothing may crash, hang, or answer with a fault of ours."""
