"""Describe in OpenAPI what Litestar cannot read from a signature: pre-encoded answers, cards, and the WebSocket.

All messages come from `wire`.
"""

from __future__ import annotations

from typing import Any, Final, get_args

import msgspec
from litestar import Request
from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import OpenAPIType, Schema
from litestar.plugins import OpenAPISchemaPlugin
from litestar.typing import FieldDefinition

from bowerbird.cards import Card
from bowerbird.web.wire import Do, FromTable

__all__ = ["CardsInSchema", "SchemaWithSocket", "answers"]

_CARD: Final = {"type": "string", "description": "A card as people write it: `Jh`, `Ts`, and `B` for the joker."}
_PLACE: Final = "#/components/schemas/Table."


def answers(of: Any) -> dict[int, ResponseSpec]:
    """The response of a handler that encodes it itself."""
    return {200: ResponseSpec(data_container=of, generate_examples=False)}


class CardsInSchema(OpenAPISchemaPlugin):
    """Describe a card as text."""

    @staticmethod
    def is_plugin_supported_type(value: Any) -> bool:
        """True for cards."""
        return value is Card

    def to_openapi_schema(self, field_definition: FieldDefinition, schema_creator: Any) -> Schema:
        """The schema of a card."""
        return Schema(type=OpenAPIType.STRING, description=_CARD["description"])


class SchemaWithSocket(JsonRenderPlugin):
    """Add the messages of a table's WebSocket to the schema. OpenAPI has no standard place for them."""

    # Litestar renders a schema from plain dicts: the type of the parameter is the base class's.
    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        """Add the messages as components, with the direction of each."""
        kinds = {"send": get_args(Do), "receive": get_args(FromTable)}
        refs, parts = msgspec.json.schema_components(
            [kind for each in kinds.values() for kind in each],
            schema_hook=_schema_of,
            ref_template=_PLACE + "{name}",
        )
        ways = iter(refs)
        schemas = openapi_schema["components"]["schemas"] | {f"Table.{name}": part for name, part in parts.items()}
        socket = {way: {"oneOf": [next(ways) for _ in each]} for way, each in kinds.items()}
        whole = openapi_schema | {
            "components": openapi_schema["components"] | {"schemas": schemas},
            "x-websockets": {"/ws/{table}": socket},
        }
        return super().render(request, whole)


def _schema_of(kind: type) -> dict[str, str]:
    if kind is Card:
        return dict(_CARD)
    raise NotImplementedError(kind)
