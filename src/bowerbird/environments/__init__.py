"""Environments for research on players. They need the extra `research`: `pip install 'bowerbird[research]'`.

Depends on views and actions only. No other package imports gymnasium or PettingZoo.
"""
