"""Bowerbird: the euchre platform."""
