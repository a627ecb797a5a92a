"""HTML pages for players: tables, rules and fair shuffles."""
