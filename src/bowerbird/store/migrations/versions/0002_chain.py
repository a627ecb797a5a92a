"""Add a digest to every fact, and the head of every stream."""

import sqlalchemy as sa
from alembic import context, op

from bowerbird.store._chain import START, link

revision = "0002"
down_revision = "0001"

#: Facts read and sealed at a time.
BATCH = 5_000


def upgrade() -> None:
    """Add the digest, and fill it in for existing facts."""
    op.add_column("facts", sa.Column("digest", sa.LargeBinary))
    heads = op.create_table(
        "heads",
        sa.Column("stream", sa.String(80), primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("digest", sa.LargeBinary, nullable=False),
    )
    facts = sa.table(
        "facts",
        sa.column("stream", sa.String),
        sa.column("seq", sa.Integer),
        sa.column("at", sa.BigInteger),
        sa.column("body", sa.LargeBinary),
        sa.column("digest", sa.LargeBinary),
    )
    connection = op.get_bind()
    total = connection.execute(sa.select(sa.func.count()).select_from(facts)).scalar_one()
    progress = context.config.attributes["progress"]
    seal = (
        sa.update(facts)
        .where(facts.c.stream == sa.bindparam("of"), facts.c.seq == sa.bindparam("number"))
        .values(digest=sa.bindparam("sealed"))
    )
    done = 0
    stream, seq, at, digest = "", 0, 0, START
    while done < total:
        batch = connection.execute(
            sa.select(facts.c.stream, facts.c.seq, facts.c.at, facts.c.body)
            .where(sa.tuple_(facts.c.stream, facts.c.seq) > (stream, seq))
            .order_by(facts.c.stream, facts.c.seq)
            .limit(BATCH)
        ).all()
        sealed, ended = [], []
        for row in batch:
            if row.stream != stream:
                if stream:
                    ended.append({"stream": stream, "seq": seq, "at": at, "digest": digest})
                digest = START
            stream, seq, at = row.stream, row.seq, row.at
            digest = link(digest, stream, seq, at, bytes(row.body))
            sealed.append({"of": stream, "number": seq, "sealed": digest})
        done += len(batch)
        if done == total:
            ended.append({"stream": stream, "seq": seq, "at": at, "digest": digest})
        connection.execute(seal, sealed)
        if ended:
            connection.execute(sa.insert(heads), ended)
        progress(done, total)


def downgrade() -> None:
    """Refuse: the chain is never removed."""
    raise RuntimeError("the chain of digests is not dropped")
