"""Environments for research on players. They need the extra `research`: `pip install 'bowerbird[research]'`.

Environments know views and actions; they are the only rooms that know numpy, gymnasium and PettingZoo.
"""
