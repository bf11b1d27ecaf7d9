"""Kernels that update rows, elements and slices of variables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import numpy as np

from graphir.attributes import Attr
from graphir.errors import InvalidArgumentError
from graphir.ops.contract.declaration import Kernel, Op
from graphir.ops.contract.registry import lookup
from graphir.ops.state import variable_updates as ops
from runtime.stateful_kernels.variables import VariableStorage, kernel_at_storage
from runtime.tensors.quiet import run_quietly

_ROWS: Final[dict[type[Op], Any]] = {
    ops.ResourceScatterAdd: np.add,
    ops.ResourceScatterSub: np.subtract,
    ops.ResourceScatterMul: np.multiply,
    ops.ResourceScatterDiv: np.divide,
    ops.ResourceScatterMax: np.maximum,
    ops.ResourceScatterMin: np.minimum,
    ops.ResourceScatterUpdate: None,
}
_ELEMENTS: Final[dict[type[Op], str]] = {
    ops.ResourceScatterNdAdd: "TensorScatterAdd",
    ops.ResourceScatterNdSub: "TensorScatterSub",
    ops.ResourceScatterNdMax: "TensorScatterMax",
    ops.ResourceScatterNdMin: "TensorScatterMin",
    ops.ResourceScatterNdUpdate: "TensorScatterUpdate",
}


def _changed_rows(function: Any, value: Any, indices: Any, updates: Any) -> Any:
    size, flat = len(value), np.ravel(indices)
    outside = np.flatnonzero((flat < 0) | (flat >= size))
    if outside.size:
        place = outside[0]
        raise InvalidArgumentError(
            f"indices[{place}] = {flat[place]} is not in [0, {size})"
        )
    result = np.array(value)
    if function is None:
        result[indices] = updates
    elif function is np.divide and result.dtype.kind in "iu":
        # whole numbers are divided towards zero
        np.floor_divide.at(result, indices, updates)
    else:
        function.at(result, indices, updates)
    return result


def _row_kernel(function: Any) -> Kernel:
    def change(resource: VariableStorage, indices: Any, updates: Any) -> None:
        resource.change(
            lambda old: run_quietly(_changed_rows, function, old, indices, updates)
        )

    return change


def _attach_rows(op: type[Op], function: Any) -> None:
    @kernel_at_storage(op)
    def factory(attrs: Mapping[str, Attr]) -> Kernel:
        return _row_kernel(function)


def _attach_like(op: type[Op], twin: str) -> None:
    """Changes a variable as an op on tensors makes a changed tensor."""

    @kernel_at_storage(op)
    def factory(attrs: Mapping[str, Attr]) -> Kernel:
        compute: Callable[..., Any] = lookup(twin).bind(attrs)

        def change(resource: VariableStorage, *arguments: Any) -> None:
            resource.change(lambda old: run_quietly(compute, old, *arguments))

        return change


for _op, _function in _ROWS.items():
    _attach_rows(_op, _function)
for _op, _twin in _ELEMENTS.items():
    _attach_like(_op, _twin)
_attach_like(ops.ResourceStridedSliceAssign, "TensorStridedSliceUpdate")
