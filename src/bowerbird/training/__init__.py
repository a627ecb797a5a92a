"""Train a player of your own on the vector environment: `python -m bowerbird.training`. Needs numpy only.

`ppo.py` is the whole algorithm, to read and to change. `training/` beside the package is how the master was made, on a
GPU with torch.
"""
