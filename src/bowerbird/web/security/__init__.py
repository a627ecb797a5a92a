"""Security of the web server: sessions, limits, response headers, origin checks and proxies."""
