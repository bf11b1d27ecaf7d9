"""Layouts of the results of one op or node, from the layouts of its arguments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from graphir.dtypes import resource
from graphir.ops.contract.registry import op_has
from runtime.distribute.dtensor.layouts import UNSHARDED, Layout
from runtime.distribute.dtensor.meshes import Mesh
from runtime.distribute.dtensor.propagation import (
    Argument,
    Found,
    known_sizes,
    results_of,
)

TAKES_LAYOUT = "layout_of_last_argument"
"""Trait of an op whose result lies as its last argument does."""


class Laid(NamedTuple):
    """A tensor or graph value, with its sizes, layout and handle data where known."""

    tensor: Any
    sizes: tuple[int, ...] | None
    layout: Layout | None = None
    handle_data: Any = None


def layouts_after(
    op: str, inputs: Sequence[Laid], attrs: Mapping[str, Any]
) -> list[Layout | None]:
    """The layout of each result of an op that has DTensors among its arguments."""
    mesh = mesh_among(inputs)
    if mesh is None:
        return []
    return [layout_on(mesh, each) for each in found_after(op, inputs, attrs)]


def mesh_among(inputs: Sequence[Laid]) -> Mesh | None:
    """The mesh of the first that has a layout."""
    return next((each.layout.mesh for each in inputs if each.layout is not None), None)


def layout_on(mesh: Mesh, found: Found | None) -> Layout | None:
    """The layout of a result; parts that would not be equal are not made."""
    if found is None:
        return None
    sizes, specs = found
    even = [
        UNSHARDED if spec != UNSHARDED and size % mesh.dim_size(spec) else spec
        for size, spec in zip(sizes, specs)
    ]
    return Layout(even, mesh)


def found_after(
    op: str, inputs: Sequence[Laid], attrs: Mapping[str, Any]
) -> list[Found | None]:
    """Sizes of each result, and the mesh axes that divide it; None or [] if unknown."""
    stated = stated_layout(op, inputs, attrs)
    if stated is not None:
        sizes = inputs[0].sizes
        return [None if sizes is None else (sizes, tuple(stated.sharding_specs))]
    arguments = [_argument(each) for each in inputs]
    if any(each is None for each in arguments):
        return []
    known = [each for each in arguments if each is not None]
    values = [_constant(each) for each in inputs]
    return results_of(op, known, values, attrs)


def stated_layout(
    op: str, inputs: Sequence[Laid], attrs: Mapping[str, Any]
) -> Layout | None:
    """The layout that the op itself asks for, or None."""
    text = attrs.get("layout")
    if isinstance(text, str) and text.startswith("sharding_specs:"):
        return Layout.from_string(text)
    return inputs[-1].layout if op_has(op, TAKES_LAYOUT) else None


def _argument(given: Laid) -> Argument | None:
    dtype = given.tensor.dtype
    if dtype is resource and given.handle_data:
        kind, shape = given.handle_data[0]
        sizes = known_sizes(shape)
        if sizes is None:
            return None
        specs = _specs_of(given.layout, len(sizes))
        return Argument(dtype, (), specs, None, ((kind, sizes),))
    if given.sizes is None:
        return None
    specs = _specs_of(given.layout, len(given.sizes))
    if given.layout is not None and len(given.sizes) != given.layout.rank:
        specs = (UNSHARDED,) * len(given.sizes)
    return Argument(dtype, given.sizes, specs, _sizes_listed(given))


def _specs_of(layout: Layout | None, rank: int) -> tuple[str, ...]:
    return (UNSHARDED,) * rank if layout is None else tuple(layout.sharding_specs)


def _constant(given: Laid) -> Any:
    if given.tensor.dtype is resource:
        return None
    value = given.tensor.constant_value()
    return value if value is None or not value.shape else np.asarray(value)


def _sizes_listed(given: Laid) -> tuple[int, ...] | None:
    """The elements of a short vector of integers, which may be sizes."""
    if given.sizes is None or len(given.sizes) != 1 or given.sizes[0] > 8:
        return None
    if not given.tensor.dtype.is_integer or not _is_replicated(given.layout):
        return None
    value = given.tensor.constant_value()
    return None if value is None else tuple(int(each) for each in value)


def _is_replicated(layout: Layout | None) -> bool:
    return layout is None or layout.is_fully_replicated()
