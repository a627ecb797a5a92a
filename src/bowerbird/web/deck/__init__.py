"""The decks of cards and the birds at the table, drawn as SVG. Run `make write` to write their files.

The shapes are in the XML files here; the colours are those of `palette`, so that a page can change them.
"""
