"""DecodeJSONExample: JSON text to serialized `Example` messages."""

from __future__ import annotations

from typing import Any, Final

from graphir.attachments import Attached
from graphir.errors import ParseError
from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.ops.strings.strings import for_each
from graphir.shapes import Shape

_MESSAGE: Final[Attached[Any]] = Attached("message from JSON")


class DecodeJSONExample(
    Op,
    signature="DecodeJSONExample(json_examples: string) -> (binary_examples: string)",
):
    """Converts Example messages from JSON to their binary form."""

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
        try:
            message = _MESSAGE("Example", text)
        except ParseError as error:
            raise self.invalid(f"Error while parsing JSON: {error}") from error
        data: bytes = message.SerializeToString(deterministic=True)
        return data
