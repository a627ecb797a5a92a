"""How Alembic runs here: always on a connection that is already open (`bowerbird.store.migrate`)."""

from alembic import context

from bowerbird.store._schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
