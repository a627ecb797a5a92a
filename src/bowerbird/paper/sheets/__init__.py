"""The sheets, one module for each kind: a job in, parts of a document out. They do not depend on templates."""
