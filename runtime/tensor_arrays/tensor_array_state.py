"""The state of a TensorArray that loops and branches carry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from graphir import dtypes
from graphir.dtypes import DType, as_dtype
from graphir.shapes import UNKNOWN, Shape, as_shape
from runtime.apply import apply_op
from runtime.context import current_trace, op_scope
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import DTypeLike, TensorLike
from runtime.tensors.tensor import EagerTensor, Tensor


class ArrayState:
    """The state of an array, as loops and branches carry it."""

    __tf_components__ = True

    def __init__(
        self,
        dtype: DTypeLike,
        size: TensorLike | None = None,
        dynamic_size: bool | None = None,
        clear_after_read: bool | None = None,
        tensor_array_name: str | None = None,
        handle: Any = None,
        flow: Any = None,
        infer_shape: bool = True,
        element_shape: Any = None,
        colocate_with_first_write_call: bool = True,
        name: str | None = None,
    ) -> None:
        self._dtype = as_dtype(dtype)
        self._can_grow = bool(dynamic_size)
        self._is_cleared = True if clear_after_read is None else clear_after_read
        self._infers = infer_shape or element_shape is not None
        self._known_shape = [
            UNKNOWN if element_shape is None else as_shape(element_shape)
        ]
        self._static_size = -1 if self._can_grow else _known_size(size)
        """How many elements there are; -1 where a graph does not know."""
        self._cleared: set[int] = set()
        self._items: list[Any] | None = None
        if flow is not None and not _is_plain(flow):
            self._flow = flow
        elif current_trace() is None:
            self._items = [None] * _eager_size(size)
            self._flow = convert_to_tensor(0)
        else:
            with op_scope(name or tensor_array_name, "TensorArrayV2") as scope:
                count = 0 if size is None else size
                self._flow = apply_op(
                    "TensorListReserve",
                    [shape_vector_of(self._element_shape), count],
                    {"element_dtype": self._dtype, "shape_type": dtypes.int32},
                    scope,
                )

    @property
    def dtype(self) -> DType:
        """The dtype of the elements."""
        return self._dtype

    @property
    def dynamic_size(self) -> bool:
        """Whether writes behind the end make the TensorArray longer."""
        return self._can_grow

    @property
    def element_shape(self) -> Shape:
        """The static shape of the elements."""
        return self._element_shape

    @property
    def infers_shape(self) -> bool:
        """Whether the first written element fixes the shape of all."""
        return bool(self._infers)

    @property
    def _element_shape(self) -> Shape:
        return self._known_shape[0]

    @_element_shape.setter
    def _element_shape(self, shape: Shape) -> None:
        self._known_shape = [shape]

    def _learn_shape(self, shape: Shape) -> None:
        """Records an element's shape, also for arrays that share the elements.

        So what is written in the body of a loop is known after it.
        """
        self._known_shape[0] = self._known_shape[0].merge_with(shape)

    @property
    def flow(self) -> Tensor:
        """The tensor list in the graph; eagerly a placeholder 0."""
        flow: Tensor = self._flow
        return flow

    @property
    def handle(self) -> None:
        """None: an eager array has no handle."""
        return

    def components(self) -> list[Any]:
        """The flow, which loops and branches pass on."""
        return [self._flow]

    def component_names(self) -> tuple[str, ...]:
        """The name of the component, with dtype and shape of the elements."""
        return (f"flow of {self._dtype.name}{self._element_shape}",)

    def with_components(self, components: Sequence[Any]) -> Any:
        """A TensorArray with the same properties and another flow."""
        (flow,) = components
        return self if self._items is not None and _is_plain(flow) else self._like(flow)

    def _like(self, flow: Any) -> Any:
        result = type(self)(
            self._dtype,
            dynamic_size=self._can_grow,
            clear_after_read=self._is_cleared,
            flow=flow,
            infer_shape=self._infers,
            element_shape=self._element_shape if self._infers else None,
        )
        if self._infers:
            result._known_shape = self._known_shape
        result._static_size = self._static_size
        return result


def _known_size(size: Any) -> int:
    node = getattr(getattr(size, "value", None), "node", None)
    if node is not None and node.op != "Const":
        # known perhaps, but TensorFlow's graphs do not say so
        return -1
    if isinstance(size, Tensor):
        size = size.constant_value()
    return -1 if size is None else int(size)


def _is_plain(flow: Any) -> bool:
    """Whether it is the number that stands for an eager array."""
    return isinstance(flow, EagerTensor) and flow.dtype is dtypes.int32


def _eager_size(size: Any) -> int:
    if size is None:
        raise ValueError(
            "Size must be declared for TensorArrays when eager execution is enabled."
        )
    return int(size)


def shape_vector_of(shape: Shape) -> Any:
    """Sizes with -1 for unknown sizes; the scalar -1 for an unknown rank."""
    if shape.rank is None:
        return np.array(-1, np.int32)
    if shape.rank == 0:
        # a tensor already: TensorFlow's graphs show it under a name of its own
        return convert_to_tensor(np.zeros(0, np.int32))
    return np.array([-1 if size is None else size for size in shape], np.int32)
