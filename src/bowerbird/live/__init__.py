"""Streams of the log in the memory of this process, beside other processes that write to them too."""

from bowerbird.extras import require

require("hall")
