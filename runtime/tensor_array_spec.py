"""TensorArraySpec: what is known of a TensorArray without its elements."""

from __future__ import annotations

from typing import Any

from graphir import dtypes
from graphir.dtypes import DType, as_dtype
from graphir.shapes import Shape, as_shape
from runtime.tensor_array import TensorArray


class TensorArraySpec:
    """The shape and dtype of the elements of an array, and whether it may grow.

    >>> tf.TensorArraySpec([2], tf.float32, dynamic_size=True)
    TensorArraySpec(TensorShape([2]), tf.float32, True, True)
    >>> tf.type_spec_from_value(tf.TensorArray(tf.int32, size=3))
    TensorArraySpec(TensorShape(None), tf.int32, False, True)
    """

    __slots__ = ("_dtype", "_dynamic_size", "_infer_shape", "_shape")

    def __init__(
        self,
        element_shape: Any = None,
        dtype: Any = dtypes.float32,
        dynamic_size: bool = False,
        infer_shape: bool = True,
    ) -> None:
        self._shape: Shape = as_shape(element_shape)
        self._dtype: DType = as_dtype(dtype)
        self._dynamic_size = dynamic_size
        self._infer_shape = infer_shape

    @property
    def value_type(self) -> type:
        """The class of the values."""
        return TensorArray

    @classmethod
    def from_value(cls, value: TensorArray) -> TensorArraySpec:
        """The spec of an array.

        Raises:
          TypeError: for anything but a TensorArray.
        """
        if not isinstance(value, TensorArray):
            raise TypeError(
                f"Expected value to be a TensorArray, but got: {type(value).__name__}"
            )
        return cls(
            value.element_shape, value.dtype, value.dynamic_size, value.infers_shape
        )

    def is_compatible_with(self, other: Any) -> bool:
        """Whether an array, or what a spec describes, may be of this spec."""
        if isinstance(other, TensorArray):
            other = TensorArraySpec.from_value(other)
        return (
            isinstance(other, TensorArraySpec)
            and self._dtype is other._dtype
            and self._dynamic_size == other._dynamic_size
            and self._shape.is_compatible_with(other._shape)
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TensorArraySpec) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(repr(self))

    def __repr__(self) -> str:
        return f"TensorArraySpec{self._parts()!r}"

    def _parts(self) -> tuple[Any, ...]:
        return self._shape, self._dtype, self._dynamic_size, self._infer_shape
