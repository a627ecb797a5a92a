"""Train the master: self-play of one net in all four seats. Not installed with the package."""
