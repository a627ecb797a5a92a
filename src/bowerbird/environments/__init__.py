"""Environments for research on players.

`vector` needs numpy only. The others need the extra `research`: `pip install 'bowerbird[research]'`.

Depends on views and actions only. No other package imports gymnasium, PettingZoo or OpenSpiel. Importing this one
registers `bowerbird/Euchre-v0` with Gymnasium, if that is installed.
"""

from contextlib import suppress

with suppress(ImportError):  # without the extra
    from gymnasium import register

    register("bowerbird/Euchre-v0", entry_point="bowerbird.environments.single:EuchreEnv")
