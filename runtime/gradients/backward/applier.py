"""Applies the ops of gradient rules to tensors, eagerly or in the current trace."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import numpy as np

from graphir import dtypes
from graphir.dtypes import DType
from graphir.ops.contract.registry import find
from runtime.apply import apply_op
from runtime.context import op_scope
from runtime.gradients.backward.initial_gradients import filled_like
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.symbolic_tensor import SymbolicTensor
from runtime.tensors.tensor import Tensor

_KNOWN: Final[dict[str, Callable[..., Any]]] = {}
"""Made as users' functions make it, a constant where it is known; else None."""

MakeResult = Callable[[Sequence[Any], Mapping[str, Any], "str | None"], Any]


def _makes(*ops: str) -> Callable[[MakeResult], MakeResult]:
    def register(make: MakeResult) -> MakeResult:
        _KNOWN.update(dict.fromkeys(ops, make))
        return make

    return register


def _label_of(op: str) -> str | None:
    declaration = find(op)
    return None if declaration is None else declaration.label


class TensorApplier:
    """Applies ops to tensors as users do: names and constants are the same."""

    def call(
        self, op: str, args: Sequence[Any], attrs: Mapping[str, Any], name: str | None
    ) -> Any:
        """The result on arguments as declared, a flat tuple of several."""
        known = _KNOWN.get(op)
        if known is not None and _is_symbolic(args):
            found = known(args, attrs, name)
            if found is not None:
                return found
        label = name or _label_of(op)
        if name is None and label is not None and label.endswith("/"):
            # the scope names the gradients of gradients
            with op_scope(None, label[:-1]) as scope:
                results = apply_op(op, args, attrs, scope)
        else:
            results = apply_op(op, args, attrs, label)
        return results if isinstance(results, Tensor) else flat_results(results)

    def constant(
        self, value: Any, dtype: DType | None = None, name: str | None = None
    ) -> Any:
        """A number as a tensor."""
        return convert_to_tensor(value, dtype, name=name)


APPLIER: Final = TensorApplier()


def _is_symbolic(args: Sequence[Any]) -> bool:
    first = args[0]
    if type(first) is list:
        first = first[0] if first else None
    return isinstance(first, SymbolicTensor)


def _size_constant(count: Any, attrs: Mapping[str, Any], label: str) -> Any:
    dtype = attrs.get("out_type", dtypes.int32)
    return convert_to_tensor(np.asarray(count, dtype.numpy_dtype), name=label)


@_makes("Shape")
def _known_shape(
    args: Sequence[Any], attrs: Mapping[str, Any], name: str | None
) -> Any:
    shape = args[0].shape
    if not shape.is_fully_defined():
        return None
    return _size_constant(shape.as_ints(), attrs, name or "Shape")


@_makes("ShapeN")
def _known_shapes(
    args: Sequence[Any], attrs: Mapping[str, Any], name: str | None
) -> Any:
    if not all(each.shape.is_fully_defined() for each in args[0]):
        return None
    return tuple([_known_shape([each], attrs, name) for each in args[0]])


@_makes("Size")
def _known_size(args: Sequence[Any], attrs: Mapping[str, Any], name: str | None) -> Any:
    count = args[0].shape.num_elements()
    return None if count is None else _size_constant(count, attrs, name or "Size")


@_makes("Rank")
def _known_rank(args: Sequence[Any], attrs: Mapping[str, Any], name: str | None) -> Any:
    rank = args[0].shape.rank
    return None if rank is None else _size_constant(rank, attrs, name or "Rank")


@_makes("ZerosLike")
def _zeros_like(args: Sequence[Any], attrs: Mapping[str, Any], name: str | None) -> Any:
    return filled_like(args[0], 0, name)


@_makes("OnesLike")
def _ones_like(args: Sequence[Any], attrs: Mapping[str, Any], name: str | None) -> Any:
    return filled_like(args[0], 1, name)


@_makes("StridedSlice")
def _slice(args: Sequence[Any], attrs: Mapping[str, Any], name: str | None) -> Any:
    """A slice whose bounds have the same node names as in ``x[a:b]``."""
    with op_scope(name, "strided_slice") as scope:
        bounds = [
            each
            if isinstance(each, Tensor)
            else convert_to_tensor(np.asarray(each, np.int32), name=label)
            for each, label in zip(args[1:], ("stack", "stack_1", "stack_2"))
        ]
        return apply_op("StridedSlice", [args[0], *bounds], attrs, scope)


@_makes("Cast")
def _same(args: Sequence[Any], attrs: Mapping[str, Any], name: str | None) -> Any:
    return args[0] if args[0].dtype is attrs["DstT"] else None


@_makes("BatchMatMulV2")
def _product(args: Sequence[Any], attrs: Mapping[str, Any], name: str | None) -> Any:
    """The product of two matrices without batch axes."""
    if any(each.shape.rank != 2 or each.dtype.is_complex for each in args):
        return None
    flags = {
        "transpose_a": bool(attrs.get("adj_x", False)),
        "transpose_b": bool(attrs.get("adj_y", False)),
    }
    return APPLIER.call("MatMul", args, flags, name)


def flat_results(results: Any) -> tuple[Any, ...]:
    """The results of ``apply_op`` as a tuple of tensors."""
    if isinstance(results, Tensor):
        return (results,)
    if not isinstance(results, (tuple, list)):
        return ()
    flat: list[Any] = []
    for each in results:
        flat += each if isinstance(each, list) else [each]
    return tuple(flat)
