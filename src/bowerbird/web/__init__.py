"""The hall in a browser: pages, JSON, live sockets. It decides nothing: rights and rules are the hall's."""
