"""Run Alembic on the open connection of `bowerbird.store.migrate`."""

from alembic import context

from bowerbird.store._schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
