"""Ops that format tensors as text."""

from __future__ import annotations

from typing import Any

from graphir.errors import InvalidArgumentError
from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.ops.strings.summaries import summarized
from graphir.shapes import Shape


class StringFormat(
    Op,
    signature="""
        StringFormat(inputs: list(T)) -> (output: string)
        | T: list(type) >= 0; template: string = '%s'; placeholder: string = '%s';
          summarize: int = 3
    """,
):
    """The template with each placeholder replaced by the text of a tensor."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        return Shape([])

    def compute(self, inputs: list[Any]) -> Any:
        pieces = self.template.split(self.placeholder)
        if len(pieces) != len(inputs) + 1:
            raise InvalidArgumentError(
                f"num placeholders in template and num inputs must match: "
                f"{len(pieces) - 1} vs. {len(inputs)}"
            )
        text = pieces[0]
        for array, piece in zip(inputs, pieces[1:], strict=True):
            shown = summarized(array, self.summarize)
            text += shown.encode("utf-8", "surrogateescape") + piece
        return text


class Fact(
    Op,
    signature="""
        Fact() -> (fact: string)
    """,
):
    """A fact about factorials."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        return Shape([])

    def compute(self) -> Any:
        return b"0! == 1"
