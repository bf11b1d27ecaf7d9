"""Memory pinned for the transfers of a GPU: there is none here."""

from __future__ import annotations

from typing import Any, NoReturn

from graphir.ops.contract.declaration import Op, not_differentiable
from graphir.shapes import Shape


class CheckPinned(Op, signature="CheckPinned(tensor: T) -> (output: T) | T: type"):
    """Refuses a tensor that is not in memory pinned for a GPU; none here is."""

    input_gradients = not_differentiable

    def infer_shape(self) -> Shape:
        shape: Shape = self.tensor.shape
        return shape

    def compute(self, tensor: Any) -> NoReturn:
        raise self.invalid("not pinned")
