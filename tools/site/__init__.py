"""Make the website of the documents: `make docs`. What mkdocs calls is in `hooks.py`."""
