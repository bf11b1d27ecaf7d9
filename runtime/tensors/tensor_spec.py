"""TensorSpec: the dtype and shape of a tensor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from graphir import dtypes
from graphir.dtypes import DType, as_dtype
from graphir.shapes import Shape, as_shape
from runtime.context import current_trace
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor
from runtime.tensors.type_spec import TypeSpec


class TensorSpec(TypeSpec):
    """The dtype and shape of a tensor, and perhaps a name.

    >>> tf.TensorSpec([None, 3], tf.int32)
    TensorSpec(shape=(None, 3), dtype=tf.int32, name=None)
    """

    __slots__ = ("dtype", "name", "shape")

    def __init__(
        self, shape: Any, dtype: Any = dtypes.float32, name: str | None = None
    ) -> None:
        self.shape: Shape = as_shape(shape)
        self.dtype: DType = as_dtype(dtype)
        self.name = name

    @property
    def _shape(self) -> Shape:
        return self.shape

    @_shape.setter
    def _shape(self, shape: Any) -> None:
        # Keras 2 opens the batch dimension of a copied spec so
        self.shape = as_shape(shape)

    @classmethod
    def from_tensor(cls, tensor: Any, name: str | None = None) -> TensorSpec:
        """The spec of a tensor."""
        symbolic = getattr(tensor, "value", None)
        if name is None and symbolic is not None:
            name = symbolic.node.name
        return cls(tensor.shape, tensor.dtype, name)

    @classmethod
    def from_spec(cls, spec: Any, name: str | None = None) -> TensorSpec:
        """A copy of a spec, optionally under another name."""
        return cls(spec.shape, spec.dtype, name or spec.name)

    def is_compatible_with(self, spec_or_tensor: Any) -> bool:
        """Whether a tensor, or another spec, has this dtype and a compatible shape."""
        other = spec_or_tensor
        return bool(
            getattr(other, "dtype", None) is self.dtype
            and self.shape.is_compatible_with(other.shape)
        )

    def is_subtype_of(self, other: object) -> bool:
        """Whether ``other`` allows all tensors of this spec, under its name."""
        return (
            isinstance(other, TensorSpec)
            and self.dtype is other.dtype
            and (self.name is None or self.name == other.name)
            and self.shape.is_subtype_of(other.shape)
        )

    def most_specific_common_supertype(
        self, others: Iterable[Any]
    ) -> TensorSpec | None:
        """The narrowest spec that allows this one and the others, or None."""
        others = list(others)
        if not all(
            isinstance(each, TensorSpec) and each.dtype is self.dtype for each in others
        ):
            return None
        shape = self.shape.most_specific_common_supertype(x.shape for x in others)
        same = all(each.name == self.name for each in others)
        return TensorSpec(shape, self.dtype, self.name if same else None)

    @property
    def value_type(self) -> type:
        """The class of the described values."""
        return Tensor

    def _serialize(self) -> tuple[Any, ...]:
        return self.shape, self.dtype, self.name

    @property
    def _component_specs(self) -> TensorSpec:
        return self

    def _to_components(self, value: Any) -> Any:
        return value

    def _from_components(self, components: Any) -> Any:
        return components

    def flatten(self) -> list[Any]:
        """A list of the spec itself: a tensor is its own only component."""
        return [self]

    def to_tensors(self, value: TensorLike) -> list[Any]:
        """The value as a tensor.

        Raises:
          TypeError: for a value that does not match this spec.
        """
        return [self.cast(value, None)]

    def from_tensors(self, tensors: Iterator[Any]) -> Any:
        """The next tensor of an iterator."""
        return next(tensors)

    def placeholder_value(self, placeholder_context: Any) -> Tensor:
        """A new input of the graph that is being traced.

        Raises:
          RuntimeError: when executing eagerly.
        """
        trace: Any = current_trace()
        if trace is None:
            raise RuntimeError("placeholder_value is for functions that are traced.")
        name = self.name or "Placeholder"
        inside: Tensor = trace.placeholder(name, self.dtype, self.shape, self.name)
        return inside

    def cast(self, value: Any, casting_context: Any) -> Any:
        """The value as a tensor of this dtype.

        Raises:
          TypeError: for a value that does not match this spec.
        """
        try:
            tensor = convert_to_tensor(value, self.dtype)
        except (TypeError, ValueError) as error:
            raise TypeError(f"Can not cast {value!r} to {self!r}") from error
        if not tensor.shape.is_compatible_with(self.shape):
            raise TypeError(f"Can not cast {value!r} to {self!r}")
        return tensor

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, TensorSpec)
            and self.dtype is other.dtype
            and self.shape == other.shape
            and self.name == other.name
        )

    def __hash__(self) -> int:
        return hash((self.dtype, self.shape))

    def __repr__(self) -> str:
        return (
            f"TensorSpec(shape={self.shape}, dtype={self.dtype!r}, name={self.name!r})"
        )
