"""The director's desk: running an event in a room, with its clock, its links and rights, and a view for each role.

The rules of an event are in `bowerbird.event`; this package decides who may do what from which screen, and stores it.
It does not depend on web pages or on paper.
"""

from bowerbird.extras import require

require("hall")
