"""The running place: people and their rights, live tables, bots, and who is told what. It knows no web page."""
