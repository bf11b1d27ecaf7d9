"""Results written in place over an argument that has no later reader.

g = op_MatMul_1(x, d)
step = op_Mul(rate, g, out=g)

Newly allocated memory has to be loaded into the cache first; the memory of an argument
is in the cache already.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from graphir.node import Node, Value
from runtime.executor.planning.blocks import BLOCKWISE
from runtime.executor.source.python_source import BlockWriter, Scope

LEAST_BYTES: Final = 1 << 16
"""Smaller results are quicker to make anew than ``out=`` is to pass."""

MAKERS: Final = (BLOCKWISE, "makes_new")
"""Traits of ops that are no ufuncs, and whose results are never views of what they
read."""


def overwritten(
    writer: BlockWriter, scope: Scope, node: Node, dying: Sequence[Value]
) -> str | None:
    """The local of an argument where the node can write its result, or None."""
    if len(node.outputs) != 1 or not _is_large(node.output):
        return None
    if not _is_ufunc(writer, scope, node):
        return None
    for value in map(scope.plan.root, node.inputs):
        if value in dying and _is_free(writer, scope, value, node.output):
            return scope.names[value]
    return None


def _is_large(value: Value) -> bool:
    if not value.shape.is_fully_defined() or value.shape.rank == 0:
        return False
    if not value.dtype.has_numpy or value.dtype.is_ref:
        return False
    count = value.shape.num_elements()
    return count is not None and count * value.dtype.size >= LEAST_BYTES


def _is_free(writer: BlockWriter, scope: Scope, value: Value, result: Value) -> bool:
    """Whether nothing else refers to a value's array, and the result fits in it."""
    if value.dtype != result.dtype or value.shape != result.shape:
        return False
    if scope.names[value] not in scope.own or value in scope.plan.inputs:
        return False
    if not _allocates_results(writer, scope, value.node):
        return False
    return all(_allocates_results(writer, scope, use.node) for use in value.uses)


def _allocates_results(writer: BlockWriter, scope: Scope, node: Node) -> bool:
    """Whether a node's results share no memory with its inputs."""
    return any(map(node.has_trait, MAKERS)) or _is_ufunc(writer, scope, node)


def _is_ufunc(writer: BlockWriter, scope: Scope, node: Node) -> bool:
    if not node.has_trait("elementwise"):
        return False
    name = writer.source.globals.kernel(node, scope.attrs, writer.must_run)
    return isinstance(writer.source.globals.namespace[name], np.ufunc)
