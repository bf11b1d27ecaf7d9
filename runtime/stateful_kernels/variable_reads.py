"""Kernels that read parts of variables, and ResourceCountUpTo."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from graphir.attributes import Attr
from graphir.dtypes import as_dtype
from graphir.errors import InvalidArgumentError, OutOfRangeError
from graphir.ops.contract.declaration import Kernel
from graphir.ops.contract.families import in_brackets
from graphir.ops.contract.registry import lookup
from graphir.ops.state import state
from runtime.stateful_kernels.variables import VariableStorage, kernel_at_storage


@kernel_at_storage(state.ResourceGather)
def _gather(attrs: Mapping[str, Attr]) -> Kernel:
    batch_dims, dtype = int(attrs.get("batch_dims", 0)), attrs["dtype"]
    if batch_dims < 0:
        raise InvalidArgumentError(f"batch_dims is negative ({batch_dims})")
    rows = lookup("GatherV2").bind({"batch_dims": batch_dims}) if batch_dims else None

    def gather(resource: VariableStorage, indices: Any) -> Any:
        value = resource.read()
        _check_gathered(value, batch_dims, dtype)
        if rows is not None:
            return rows(value, indices, np.int32(batch_dims))
        size = len(value)
        outside = np.flatnonzero((np.ravel(indices) < 0) | (np.ravel(indices) >= size))
        if outside.size:
            bad = np.ravel(indices)[outside[0]]
            raise InvalidArgumentError(
                f"indices[{outside[0]}] = {bad} is not in [0, {size})"
            )
        return np.take(value, indices, axis=0)

    return gather


def _check_gathered(value: Any, batch_dims: int, dtype: Any) -> None:
    if value.dtype != dtype.numpy_dtype:
        raise InvalidArgumentError(
            "Trying to read variable with wrong dtype. Expected "
            f"{as_dtype(value.dtype).name} got {dtype.name}"
        )
    if batch_dims >= max(value.ndim, 1):
        raise InvalidArgumentError(
            f"params must have more than {batch_dims} (batch_dims) dimensions but it "
            f"has shape {in_brackets(value.shape)}"
        )
    if not value.ndim:
        raise InvalidArgumentError("params must be at least 1 dimensional")


@kernel_at_storage(state.ResourceGatherNd)
def _gather_nd(attrs: Mapping[str, Attr]) -> Kernel:
    elements = lookup("GatherNd").bind({})
    return lambda resource, indices: elements(resource.read(), indices)


@kernel_at_storage(state.ResourceCountUpTo)
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
