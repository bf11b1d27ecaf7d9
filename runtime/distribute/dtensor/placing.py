"""Public functions that put tensors on a mesh, and take them apart."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from graphir.errors import InvalidArgumentError, UnimplementedError
from runtime.apply import apply_single
from runtime.context import current_trace
from runtime.distribute.dtensor.layouts import Layout
from runtime.distribute.dtensor.tensors import DEVICE, DTensor, check_fits, placed
from runtime.tensors.composites import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.structure import map_structure
from runtime.tensors.tensor import Tensor, wrap


def is_dtensor(tensor: TensorLike) -> bool:
    """Whether a tensor or variable is spread over a mesh.

    >>> tf.experimental.dtensor.is_dtensor(tf.constant(1))
    False
    """
    return isinstance(getattr(tensor, "handle", tensor), DTensor)


def fetch_layout(tensor: TensorLike) -> Layout:
    """The layout of a DTensor or DVariable.

    Raises:
      InvalidArgumentError: for another tensor.
      RuntimeError: in a traced function.
    """
    if current_trace() is not None:
        raise RuntimeError("`fetch_layout` must be called eagerly.")
    found = getattr(tensor, "handle", tensor)
    if not isinstance(found, DTensor):
        raise InvalidArgumentError(
            None, None, "FetchLayout expects a tensor placed on the layout device."
        )
    return found.layout


def check_layout(tensor: TensorLike, layout: Layout) -> None:
    """Asserts the layout of a DTensor.

    Raises:
      ValueError: if it has another one.
    """
    found = fetch_layout(tensor)
    if found != layout:
        raise ValueError(
            f"Layout of tensor: {found}, did not match expected layout: {layout}"
        )


def relayout(tensor: TensorLike, layout: Layout, name: str | None = None) -> Tensor:
    """The same value with another layout; gradients take the old one.

    >>> dtensor = tf.experimental.dtensor
    >>> mesh = dtensor.create_mesh([("x", 1)])
    >>> there = dtensor.Layout(["x"], mesh)
    >>> dtensor.fetch_layout(dtensor.relayout(tf.ones([2]), there)) == there
    True

    Raises:
      InvalidArgumentError: if the tensor cannot be divided so.
    """
    value = convert_to_tensor(tensor)
    check_fits(value.shape, layout)
    attrs = {"layout": layout.to_string()}
    result = apply_single("Relayout", [value], attrs, name)
    return _laid(result, layout)


def relayout_like(
    tensor: TensorLike, layout_tensor: TensorLike, name: str | None = None
) -> Tensor:
    """The same value with the layout of another tensor.

    Raises:
      InvalidArgumentError: if the tensor cannot be divided so.
    """
    inputs = [convert_to_tensor(tensor), convert_to_tensor(layout_tensor)]
    return apply_single("RelayoutLike", inputs, None, name)


def copy_to_mesh(
    tensor: TensorLike, layout: Layout, source_layout: Layout | None = None
) -> Tensor:
    """A tensor put on a mesh, divided as the layout says.

    Raises:
      InvalidArgumentError: if the tensor cannot be divided so.
    """
    return relayout(tensor, layout)


def call_with_layout(
    fn: Callable[..., Any], layout: Layout | None, *args: Any, **kwargs: Any
) -> Any:
    """Calls a function and gives its results the layout, unless that is None.

    >>> dtensor = tf.experimental.dtensor
    >>> mesh = dtensor.create_mesh([("x", 1)])
    >>> there = dtensor.Layout(["x", dtensor.UNSHARDED], mesh)
    >>> zeros = dtensor.call_with_layout(tf.zeros, there, shape=[2, 3])
    >>> zeros.shape
    TensorShape([2, 3])

    Raises:
      InvalidArgumentError: if a result cannot be divided so.
    """
    result = fn(*args, **kwargs)
    if layout is None:
        return result
    return map_structure(
        lambda each: relayout(each, layout) if isinstance(each, Tensor) else each,
        result,
    )


def pack(tensors: Sequence[Any], layout: Layout) -> Tensor:
    """A DTensor from one part for each device, in the order of the mesh.

    Devices that share a part by the layout must get equal values for it: the part is
    stored once.

    >>> dtensor = tf.experimental.dtensor
    >>> mesh = dtensor.create_mesh([("x", 1)])
    >>> dtensor.pack([tf.constant([1, 2])], dtensor.Layout(["x"], mesh)).shape
    TensorShape([2])

    Raises:
      RuntimeError: in a traced function.
      InvalidArgumentError: for another number of parts than devices, another rank, or
        copies that differ.
      UnimplementedError: for parts of different shapes.
    """
    _require_eager("pack")
    mesh = layout.mesh
    values = [convert_to_tensor(each) for each in tensors]
    if len(values) != mesh.size:
        raise InvalidArgumentError(
            None,
            None,
            f"The dtensor device {DEVICE} expected {mesh.size} inputs to DTensorPack, "
            f"but got {len(values)}",
        )
    arrays = [np.asarray(each.numpy()) for each in values]
    local = arrays[0].shape
    if any(each.shape != local for each in arrays):
        raise UnimplementedError(
            None,
            None,
            "Components of a PackedTensor must currently all have the same shape",
        )
    if len(local) != layout.rank:
        raise InvalidArgumentError(
            None,
            None,
            "Packed layout should have the same rank as the rank for each component. "
            f"The rank of each component is: {len(local)}, while layout has rank: "
            f"{layout.rank}\nLayout: {layout.to_string()}",
        )
    whole = _joined(arrays, layout)
    return placed(wrap(whole, values[0].dtype), layout)


def _joined(arrays: Sequence[Any], layout: Layout) -> Any:
    shape = layout.global_shape_from_local_shape(arrays[0].shape)
    whole = np.empty(shape, arrays[0].dtype)
    written: dict[tuple[int, ...], Any] = {}
    places = layout.offset_to_shard()
    for array, place, part in zip(arrays, places, layout.parts(shape), strict=True):
        first = written.setdefault(place, array)
        if first is array:
            whole[part] = array
        elif first.tobytes() != array.tobytes():
            raise InvalidArgumentError(
                None,
                None,
                f"devices with part {place} were given different values: they share "
                "one copy here",
            )
    return whole


def unpack(tensor: Any) -> list[Any]:
    """The part of each device, in the order of the mesh.

    Raises:
      RuntimeError: in a traced function.
      InvalidArgumentError: for a tensor that is on no mesh.
    """
    _require_eager("unpack")
    value = tensor.value() if hasattr(tensor, "handle") else tensor
    if not isinstance(value, DTensor):
        place = getattr(value, "device", "")
        raise InvalidArgumentError(
            None,
            None,
            "DTensorUnpack expects a tensor placed on the DTensor device: "
            f"{DEVICE}, but input was placed on device: {place}",
        )
    return list(value.parts())


def _require_eager(name: str) -> None:
    if current_trace() is not None:
        raise RuntimeError(f"`{name}` must be called eagerly.")


def _laid(result: Any, layout: Layout) -> Tensor:
    """What an eager op gave for a plain tensor, put on the mesh."""
    if current_trace() is None and not isinstance(result, DTensor):
        return placed(result, layout)
    found: Tensor = result
    return found


__all__ = [
    "call_with_layout",
    "check_layout",
    "copy_to_mesh",
    "fetch_layout",
    "is_dtensor",
    "pack",
    "relayout",
    "relayout_like",
    "unpack",
]
