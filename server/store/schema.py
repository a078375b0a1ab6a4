"""The tables as they are now; `migrations` makes them so, step by step."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    UniqueConstraint,
)

metadata = MetaData(
    naming_convention={
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
    }
)

incarnation = Table(
    "incarnation",
    metadata,
    # One row: the number of the server that may write, counted up by each that starts.
    Column("epoch", Integer, primary_key=True, autoincrement=False),
)

accounts = Table(
    "accounts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", String(16), nullable=False),
    Column("skeleton", String(16), nullable=False, unique=True),
    Column("settings", JSON, nullable=False),
    Column("created", Double, nullable=False),
    Column("role", String, nullable=False, server_default="member"),
)

keys = Table(
    "keys",
    metadata,
    Column("fingerprint", String, primary_key=True),
    Column("account", ForeignKey("accounts.id"), nullable=False, index=True),
    Column("added", Double, nullable=False),
)

codes = Table(
    "codes",
    metadata,
    Column("digest", LargeBinary, primary_key=True),
    Column("account", ForeignKey("accounts.id"), nullable=False),
    Column("expires", Double, nullable=False),
)

invitations = Table(
    "invitations",
    metadata,
    Column("digest", LargeBinary, primary_key=True),
    Column("expires", Double, nullable=False),
)

sanctions = Table(
    "sanctions",
    metadata,
    Column("kind", String, primary_key=True),
    # An account by number, a key by fingerprint, or an address.
    Column("target", String, primary_key=True),
    Column("name", String, nullable=False),
    # Null for one without end.
    Column("until", Double),
)

audit = Table(
    "audit",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("at", Double, nullable=False),
    Column("by", String, nullable=False),
    Column("deed", String, nullable=False),
    Column("target", String, nullable=False),
    Column("detail", String, nullable=False),
)

shuns = Table(
    "shuns",
    metadata,
    Column("account", ForeignKey("accounts.id"), primary_key=True),
    Column("other", ForeignKey("accounts.id"), primary_key=True),
    Column("kind", String, primary_key=True),
)

guest_seats = Table(
    "guest_seats",
    metadata,
    # No foreign key: to see whether anything can be written a row of no match is tried.
    Column("match", String, primary_key=True),
    Column("seat", String(1), primary_key=True),
    Column("name", String, nullable=False),
    Column("digest", LargeBinary, nullable=False, unique=True),
)

matches = Table(
    "matches",
    metadata,
    Column("id", String, primary_key=True),
    Column("started", Double, nullable=False),
    Column("ended", Double, index=True),
)

events = Table(
    "events",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("epoch", Integer, nullable=False),
    Column("command", String, nullable=False),
    Column("at", Double, nullable=False),
    Column("fact", JSON, nullable=False),
    UniqueConstraint("match", "command"),
)

shuffles = Table(
    "shuffles",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("deal", Integer, primary_key=True, autoincrement=False),
    Column("seed", LargeBinary, nullable=False),
    Column("cut_a", LargeBinary, nullable=False),
    Column("cut_b", LargeBinary, nullable=False),
    Column("deck", LargeBinary, nullable=False),
)

desks = Table(
    "desks",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("seat", String(1), primary_key=True),
    Column("desk", JSON, nullable=False),
)

finished = Table(
    "finished",
    metadata,
    Column("match", ForeignKey("matches.id"), primary_key=True),
    Column("ended", Double, nullable=False, index=True),
    Column("record", JSON, nullable=False),
)

sides = Table(
    "sides",
    metadata,
    Column("match", ForeignKey("finished.match"), primary_key=True),
    Column("seat", String(1), primary_key=True),
    Column("account", ForeignKey("accounts.id"), nullable=False, index=True),
    Column("won", Boolean, nullable=False),
    Column("gins", Integer, nullable=False),
    Column("undercuts", Integer, nullable=False),
    Column("deadwood", Integer, nullable=False),
    Column("showdowns", Integer, nullable=False),
    # Who won each game of the sheet; null for one that stayed open or was not kept.
    Column("game_1", Boolean),
    Column("game_2", Boolean),
    Column("game_3", Boolean),
)

ratings = Table(
    "ratings",
    metadata,
    Column("account", ForeignKey("accounts.id"), primary_key=True),
    Column("ladder", String, primary_key=True),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("matches", Integer, nullable=False),
)
