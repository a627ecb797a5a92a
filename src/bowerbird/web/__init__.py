"""The web server: pages, JSON API and WebSockets. Permissions and rules are decided in `hall`, `desk` and below."""

from bowerbird.extras import require

require("hall")
