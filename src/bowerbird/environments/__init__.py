"""Environments for research on players.

`vector` needs numpy only: the extra `bots`. `euchre_v0` (PettingZoo) and `single` (Gymnasium) need the extra
`research`, and `openspiel` needs the extra `train`, which includes it: `pip install "bowerbird[train]"`.

Depends on views and actions only. No other package imports gymnasium, PettingZoo or OpenSpiel. Importing this one
registers `bowerbird/Euchre-v0` with Gymnasium, if that is installed.
"""

from contextlib import suppress

from bowerbird.extras import require

require("bots")

with suppress(ImportError):  # without the extra
    from gymnasium import register

    register("bowerbird/Euchre-v0", entry_point="bowerbird.environments.single:EuchreEnv")
