"""Parts of variables changed, with the arguments of TensorFlow 1."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.indexed_slices import IndexedSlices
from runtime.tensors.likes import TensorLike
from runtime.variables.resource import ResourceVariable


def _of_rows(name: str, what: str) -> Callable[..., Any]:
    def change(
        ref: ResourceVariable,
        indices: TensorLike,
        updates: TensorLike,
        use_locking: bool = False,
        name: str | None = None,
    ) -> Any:
        rows = IndexedSlices(
            convert_to_tensor(updates, ref.dtype), convert_to_tensor(indices)
        )
        return getattr(ref, method)(rows, use_locking=use_locking, name=name)

    method = name
    return _named(change, name, what)


def _of_parts(name: str, what: str) -> Callable[..., Any]:
    def change(
        ref: ResourceVariable,
        indices: TensorLike,
        updates: TensorLike,
        use_locking: bool = False,
        name: str | None = None,
    ) -> Any:
        values = convert_to_tensor(updates, ref.dtype)
        return getattr(ref, method)(convert_to_tensor(indices), values, name=name)

    method = name
    return _named(change, name, what)


def _named(change: Callable[..., Any], name: str, what: str) -> Callable[..., Any]:
    change.__name__ = change.__qualname__ = name
    change.__doc__ = (
        f"Parts of a variable, by their indices, {what}; gives its value.\n\n"
        "    Raises:\n      InvalidArgumentError: for an index that is not there.\n    "
    )
    return change


scatter_add = _of_rows("scatter_add", "have values added")
scatter_div = _of_rows("scatter_div", "are divided by values")
scatter_max = _of_rows("scatter_max", "are at least values")
scatter_min = _of_rows("scatter_min", "are at most values")
scatter_mul = _of_rows("scatter_mul", "are multiplied by values")
scatter_sub = _of_rows("scatter_sub", "have values taken away")
scatter_update = _of_rows("scatter_update", "become values")
batch_scatter_update = _of_rows("batch_scatter_update", "become values in each item")
scatter_nd_add = _of_parts("scatter_nd_add", "have values added")
scatter_nd_sub = _of_parts("scatter_nd_sub", "have values taken away")
scatter_nd_update = _of_parts("scatter_nd_update", "become values")
