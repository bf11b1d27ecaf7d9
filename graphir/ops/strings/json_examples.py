"""DecodeJSONExample: JSON text to serialized `Example` messages."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.ops.strings.strings import for_each
from graphir.shapes import Shape


class DecodeJSONExample(
    Op,
    signature="DecodeJSONExample(json_examples: string) -> (binary_examples: string)",
):
    """The bytes of Example messages that are given as JSON."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        shape: Shape = self.json_examples.shape
        return shape

    def compute(self, json_examples: Any) -> Any:
        return for_each(self._encoded, json_examples)

    def _encoded(self, text: bytes) -> bytes:
        if not text.lstrip().startswith(b"{"):
            raise self.invalid(
                "Error while parsing JSON: an Example is an object, written in braces"
            )
        json_format: Any = import_module("google.protobuf.json_format")
        # a layer above
        message = import_module("graphir.wire.messages").get("Example")()
        try:
            json_format.Parse(text, message)
        except (json_format.ParseError, UnicodeDecodeError) as error:
            raise self.invalid(f"Error while parsing JSON: {error}") from None
        data: bytes = message.SerializeToString(deterministic=True)
        return data
