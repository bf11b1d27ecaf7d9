"""Composite tensors: one value made of several component tensors.

``convert_to_tensor`` returns them unchanged, so that public functions need not know
them; where an op is applied to one, its class defines the result.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphir.dtypes import DType
from graphir.shapes import Shape
from runtime.context import current_trace
from runtime.tensors.claiming import ClaimsOps
from runtime.tensors.conversion import convert_to_tensor as converted_value
from runtime.tensors.conversion import register_conversion
from runtime.tensors.tensor import Tensor


class CompositeTensor(ClaimsOps):
    """A value represented by several tensors, its components."""

    __array_priority__ = 200  # operators of tensors leave it to ours
    __tf_components__ = True
    __is_tensor__ = True

    dtype: DType

    @property
    def shape(self) -> Shape:
        """The shape of the represented value."""
        raise NotImplementedError(f"{type(self).__name__} does not define shape.")

    @property
    def entries(self) -> Any:
        """The stored elements, a tensor."""
        raise NotImplementedError(f"{type(self).__name__} does not define entries.")

    def components(self) -> list[Any]:
        """The tensors it is made of."""
        raise NotImplementedError(f"{type(self).__name__} does not define components.")

    def component_shapes(self, shape: Shape) -> list[Shape]:
        """The possible shapes of the components of a composite tensor of `shape`.

        Raises:
          ValueError: if the shape does not determine the components.
        """
        raise ValueError(
            f"the shape {shape} does not say what a {type(self).__name__} is made of: "
            "give a spec of the value"
        )

    def component_names(self) -> tuple[str, ...]:
        """A name for each component, with all trace properties besides them."""
        raise NotImplementedError(
            f"{type(self).__name__} does not define component_names."
        )

    def printed(self, placeholder: str) -> tuple[str, list[Any]]:
        """The text that ``tf.print`` writes, and the values for its placeholders.

        By default the placeholder is replaced by the result of `as_text`.
        """
        return placeholder, [self]

    def as_text(self, summarize: int) -> Any:
        """A string tensor; of long axes so many items at either end, -1 for all."""
        raise NotImplementedError(f"{type(self).__name__} does not define as_text.")

    def with_components(self, components: Sequence[Any]) -> Any:
        """A value of the same kind with other components."""
        raise NotImplementedError(
            f"{type(self).__name__} does not define with_components."
        )


def _unchanged(value: Any, dtype: Any, name: str | None) -> Any:
    return value


register_conversion(CompositeTensor, _unchanged)


def convert_to_tensor(
    value: Any, dtype: Any = None, dtype_hint: Any = None, name: str | None = None
) -> Tensor:
    """The value as a tensor; ``dtype_hint`` is used where the value allows it.

    >>> tf.convert_to_tensor([1, 2])
    <tf.Tensor: shape=(2,), dtype=int32, numpy=array([1, 2], dtype=int32)>

    Raises:
      ValueError: for a value that is no tensor, ragged and sparse ones among them, or
        a tensor of another dtype.
      TypeError: for a value that the dtype cannot hold.
    """
    tensor = converted_value(value, dtype, dtype_hint, name)
    if isinstance(tensor, CompositeTensor):
        raise refusal(tensor)
    return tensor


def refusal(value: Any) -> Exception:
    """The error for a composite where only tensors are accepted, to be raised."""
    kind = ValueError if current_trace() is None else TypeError
    return kind(
        f"Attempt to convert a value ({value}) with an unsupported type "
        f"({type(value)}) to a Tensor."
    )
