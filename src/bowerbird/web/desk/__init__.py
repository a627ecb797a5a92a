"""The director's desk on the web: JSON API, pages, exports and printed sheets."""
