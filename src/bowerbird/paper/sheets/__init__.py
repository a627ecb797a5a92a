"""The sheets, one module for each kind: an order in, parts of a document out. They know no template."""
