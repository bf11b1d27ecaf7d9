"""TensorArraySpec: the static element dtype and shape of a TensorArray."""

from __future__ import annotations

from typing import Any

from graphir import dtypes
from graphir.dtypes import DType, as_dtype
from graphir.shapes import Shape, as_shape
from runtime.context import current_trace
from runtime.tensor_arrays.tensor_array import TensorArray
from runtime.tensors.likes import DTypeLike
from runtime.tensors.tensor_spec import TensorSpec
from runtime.tensors.type_spec import TypeSpec


class TensorArraySpec(TypeSpec):
    """The element shape and dtype of a TensorArray, and whether it may grow.

    >>> tf.TensorArraySpec([2], tf.float32, dynamic_size=True)
    TensorArraySpec(TensorShape([2]), tf.float32, True, True)
    >>> tf.type_spec_from_value(tf.TensorArray(tf.int32, size=3))
    TensorArraySpec(TensorShape(None), tf.int32, False, True)
    """

    def __init__(
        self,
        element_shape: Any = None,
        dtype: DTypeLike = dtypes.float32,
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

    @staticmethod
    def from_value(value: TensorArray) -> TensorArraySpec:
        """The spec of an array.

        Raises:
          TypeError: for anything but a TensorArray.
        """
        if not isinstance(value, TensorArray):
            raise TypeError(
                f"Expected value to be a TensorArray, but got: {type(value).__name__}"
            )
        return TensorArraySpec(
            value.element_shape, value.dtype, value.dynamic_size, value.infers_shape
        )

    def is_compatible_with(self, other: Any) -> bool:
        """Whether a TensorArray, or another spec, is compatible with this spec."""
        if isinstance(other, TensorArray):
            other = TensorArraySpec.from_value(other)
        return (
            isinstance(other, TensorArraySpec)
            and self._dtype is other._dtype
            and self._dynamic_size == other._dynamic_size
            and self._shape.is_compatible_with(other._shape)
        )

    def _serialize(self) -> tuple[Any, ...]:
        return self._shape, self._dtype, self._dynamic_size, self._infer_shape

    @property
    def _component_specs(self) -> Any:
        return [TensorSpec([], dtypes.variant)]

    def _to_components(self, value: Any) -> Any:
        return [value.flow]

    def _from_components(self, components: Any) -> Any:
        if current_trace() is None:
            raise NotImplementedError(
                "A TensorArray is not made of its flow when executing eagerly: the "
                "elements are in the array itself."
            )
        return TensorArray(
            self._dtype,
            flow=components[0],
            dynamic_size=self._dynamic_size,
            infer_shape=self._infer_shape,
            element_shape=self._shape,
        )
