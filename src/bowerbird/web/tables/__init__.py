"""Tables on the web: JSON API and WebSocket."""
