"""Specs that libraries derive from, or ask for by internal names."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

import numpy as np

from graphir.dtypes import as_dtype, float32
from graphir.shapes import as_shape
from runtime.signatures.trace_types import TensorSpec
from runtime.tensors.likes import DTypeLike
from runtime.tensors.type_spec import TypeSpec
from runtime.variables.resource import ResourceVariable


class BatchableTypeSpec(TypeSpec):
    """A spec of values that can be stacked."""

    def _TypeSpec__make_cmp_key(self, value: Any) -> Any:
        """A comparable key for a part of a spec."""
        return _comparable(value)

    @abstractmethod
    def _batch(self, batch_size: int | None) -> Any:
        """The spec of so many values stacked."""

    @abstractmethod
    def _unbatch(self) -> Any:
        """The spec of the rows."""


def _comparable(value: Any) -> Any:
    if isinstance(value, dict):
        pairs = sorted(value.items(), key=lambda pair: str(pair[0]))
        return dict, tuple((key, _comparable(each)) for key, each in pairs)
    if isinstance(value, (list, tuple)):
        return type(value), tuple(map(_comparable, value))
    if isinstance(value, np.ndarray):
        return np.ndarray, value.shape, value.dtype.str, value.tobytes()
    return value


class DenseSpec(TypeSpec):
    """A spec of values that are arrays, with a shape and a dtype."""

    def __init__(
        self, shape: Any, dtype: DTypeLike = float32, name: str | None = None
    ) -> None:
        self._shape, self._dtype = as_shape(shape), as_dtype(dtype)
        self._name = name

    @property
    def shape(self) -> Any:
        """The shape of the values."""
        return self._shape

    @property
    def dtype(self) -> Any:
        """The dtype of the elements."""
        return self._dtype

    @property
    def name(self) -> str | None:
        """The name, or None."""
        return self._name


class VariableSpec(DenseSpec):
    """The spec of variables of a shape and dtype."""

    value_type = ResourceVariable

    def __init__(
        self,
        shape: Any,
        dtype: DTypeLike = float32,
        trainable: bool = True,
        alias_id: int | None = None,
    ) -> None:
        super().__init__(shape, dtype)
        self.trainable, self.alias_id = trainable, alias_id

    def _serialize(self) -> tuple[Any, ...]:
        return self.shape, self.dtype, self.trainable, self.alias_id

    @property
    def _component_specs(self) -> Any:
        return TensorSpec(self.shape, self.dtype)

    def _to_components(self, value: Any) -> Any:
        return value.read_value()

    def _from_components(self, components: Any) -> Any:
        # values of variables stand for them once they are arguments of a graph
        return components

    def is_compatible_with(self, spec_or_value: Any) -> bool:
        """Whether a variable, or one of the spec, has a shape and dtype that fit."""
        other = spec_or_value
        if not isinstance(other, (VariableSpec, ResourceVariable)):
            return False
        return self.dtype == other.dtype and bool(
            self.shape.is_compatible_with(other.shape)
        )


class BoundedTensorSpec(TensorSpec):
    """A spec of tensors with a least and a greatest value, which may be arrays.

    >>> spec = BoundedTensorSpec([2], tf.float32, 0, [1, 2])
    >>> spec.minimum, spec.maximum
    (array(0., dtype=float32), array([1., 2.], dtype=float32))

    Raises:
      ValueError: for bounds that are None, or do not broadcast to the shape.
    """

    __slots__ = ("_maximum", "_minimum")

    def __init__(
        self,
        shape: Any,
        dtype: DTypeLike,
        minimum: Any,
        maximum: Any,
        name: str | None = None,
    ) -> None:
        super().__init__(shape, dtype, name)
        self._minimum = self._bound("minimum", minimum)
        self._maximum = self._bound("maximum", maximum)

    def _bound(self, name: str, value: Any) -> Any:
        if value is None:
            raise ValueError(f"`{name}` can not be None.")
        found = np.array(value, self.dtype.as_numpy_dtype)
        known = self.shape.as_ints() if self.shape.is_fully_defined() else None
        if known is not None:
            try:
                np.broadcast_to(found, known)
            except ValueError:
                raise ValueError(
                    f"`{name}` {value!r} is not compatible with shape {self.shape}."
                ) from None
        found.setflags(write=False)
        return found

    @classmethod
    def from_spec(cls, spec: Any, name: str | None = None) -> Any:
        """A copy of a spec; without bounds, those of the dtype."""
        low = getattr(spec, "minimum", spec.dtype.min)
        high = getattr(spec, "maximum", spec.dtype.max)
        return cls(spec.shape, spec.dtype, low, high, name or spec.name)

    @property
    def minimum(self) -> Any:
        """The least values, an array that cannot be written."""
        return self._minimum

    @property
    def maximum(self) -> Any:
        """The greatest values, an array that cannot be written."""
        return self._maximum

    def _serialize(self) -> tuple[Any, ...]:
        return self.shape, self.dtype, self._minimum, self._maximum, self.name

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, BoundedTensorSpec)
            and super().__eq__(other)
            and np.allclose(self._minimum, other._minimum)
            and np.allclose(self._maximum, other._maximum)
        )

    def __hash__(self) -> int:
        return hash((self.shape, self.dtype))

    def __repr__(self) -> str:
        return (
            f"BoundedTensorSpec(shape={self.shape}, dtype={self.dtype!r}, "
            f"name={self.name!r}, minimum={self._minimum!r}, "
            f"maximum={self._maximum!r})"
        )

    def __reduce__(self) -> Any:
        return BoundedTensorSpec, self._serialize()


__all__ = ["BatchableTypeSpec", "BoundedTensorSpec", "DenseSpec", "VariableSpec"]
