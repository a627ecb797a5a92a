"""The small window that runs a server on a laptop, for people who never open a terminal.

It is a shell over `bowerbird serve`, which runs in a process of its own. Closing the window stops it.
"""

from bowerbird.extras import require

require("hall")
