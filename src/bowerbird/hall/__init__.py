"""People and their rights, live tables, bots, fair shuffles, and viewers' frames. Does not depend on the web."""

from bowerbird.extras import require

require("hall")
