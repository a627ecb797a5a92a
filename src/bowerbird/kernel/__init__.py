"""The fast core: who may play what, and who wins the trick."""
