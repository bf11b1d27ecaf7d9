"""Kernels that read parts of variables, and count."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from graphir.attributes import Attr
from graphir.errors import InvalidArgumentError, OutOfRangeError
from graphir.ops import state
from graphir.ops.declaration import Kernel
from graphir.ops.registry import lookup
from runtime.stateful_kernels.attaching import kernel_factory
from runtime.stateful_kernels.variables import VariableStorage


@kernel_factory(state.ResourceGather)
def _gather(attrs: Mapping[str, Attr]) -> Kernel:
    batch_dims = int(attrs.get("batch_dims", 0))
    if batch_dims:
        return _batched_gather(batch_dims)

    def gather(resource: VariableStorage, indices: Any) -> Any:
        value = resource.read()
        size = len(value)
        outside = np.flatnonzero((np.ravel(indices) < 0) | (np.ravel(indices) >= size))
        if outside.size:
            bad = np.ravel(indices)[outside[0]]
            raise InvalidArgumentError(
                f"indices[{outside[0]}] = {bad} is not in [0, {size})"
            )
        return np.take(value, indices, axis=0)

    return gather


def _batched_gather(batch_dims: int) -> Kernel:
    """Rows of each element of a batch, as ``GatherV2`` takes them."""
    rows = lookup("GatherV2").bind({"batch_dims": batch_dims})
    axis = np.int32(batch_dims)
    return lambda resource, indices: rows(resource.read(), indices, axis)


@kernel_factory(state.ResourceGatherNd)
def _gather_nd(attrs: Mapping[str, Attr]) -> Kernel:
    elements = lookup("GatherNd").bind({})
    return lambda resource, indices: elements(resource.read(), indices)


@kernel_factory(state.ResourceCountUpTo)
def _count_up_to(attrs: Mapping[str, Attr]) -> Kernel:
    limit = int(attrs["limit"])

    def count(resource: VariableStorage) -> Any:
        before = []

        def one_more(value: Any) -> Any:
            if value >= limit:
                raise OutOfRangeError(f"Reached limit of {limit}")
            before.append(value)
            return value + 1

        resource.change(one_more)
        return before[0]

    return count
