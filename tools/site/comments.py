"""Read the `#:` comments above fields and constants as their docstrings, for the reference. See mkdocs.yml."""

from __future__ import annotations

from typing import Any

import griffe

from tools.site.reference import comment_above

__all__ = ["Comments"]


class Comments(griffe.Extension):  # type: ignore[misc]
    """Give every attribute the comment above it, which griffe doesn't read."""

    def on_attribute_instance(self, *, attr: Any, **kwargs: Any) -> None:
        """Called by griffe for each attribute that it has read."""
        if attr.docstring is None and attr.lineno is not None:
            text = comment_above(attr.lines_collection[attr.filepath], attr.lineno)
            if text:
                attr.docstring = griffe.Docstring(text, lineno=attr.lineno, parent=attr)
