"""Applies dataset ops: builds a stage eagerly, a node while a graph is traced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from graphir import dtypes
from graphir.ops.contract.inference import complete_attrs
from graphir.ops.contract.registry import lookup
from runtime.apply import apply_op, converted
from runtime.context import current_trace
from runtime.data.stages.stage import make_stage
from runtime.errors import InaccessibleTensorError
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.tensor import EagerTensor, Tensor, wrap


def dataset_variant(op: str, inputs: Sequence[Any], attrs: Mapping[str, Any]) -> Tensor:
    """The variant of the dataset that an op makes.

    Eagerly the op is not applied by ``apply_op``: the variant owns its functions, and
    the cache of bound calls would keep them alive; datasets have no gradient.

    Raises:
      InvalidArgumentError: for arguments that the dataset refuses.
    """
    attrs = {**attrs, **list_attrs(op, inputs)}
    if current_trace() is not None:
        made: Tensor = apply_op(op, inputs, attrs)
        return made
    flat: list[Any] = []
    for each in converted(op, inputs, attrs):
        flat += each if isinstance(each, list) else [each]
    for tensor in flat:
        if not isinstance(tensor, EagerTensor):
            raise InaccessibleTensorError(tensor.out_of_scope())
    completed = complete_attrs(lookup(op).declared(), flat, attrs)
    stage = make_stage(op, completed, [each._array for each in flat])
    return wrap(stage, dtypes.variant)


def list_attrs(op: str, inputs: Sequence[Any]) -> dict[str, Any]:
    """The attributes that say how many tensors each argument of an op has."""
    found: dict[str, Any] = {}
    for arg, given in zip(lookup(op).declared().inputs, inputs):
        if arg.number_attr:
            found[arg.number_attr] = len(given)
        elif arg.is_type_list:
            found[arg.type_name] = [each.dtype.base_dtype for each in given]
    return found


def int64(value: Any, name: str) -> Tensor:
    """An argument as int64, under its name in graphs."""
    return convert_to_tensor(value, dtypes.int64, name=name)


def boolean(value: Any, name: str) -> Tensor:
    """An argument as bool, under its name in graphs."""
    return convert_to_tensor(value, dtypes.bool_, name=name)


def text(value: Any, name: str) -> Tensor:
    """An argument as string, under its name in graphs."""
    return convert_to_tensor(value, dtypes.string, name=name)
