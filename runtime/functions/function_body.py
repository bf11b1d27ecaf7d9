"""Tracing a function's body: placeholders for its arguments, and its results."""

from __future__ import annotations

import re
from typing import Any

from autograph.errors import StagingError
from runtime.apply import apply_op
from runtime.signatures.dataclass_arguments import field_values, is_record, with_fields
from runtime.signatures.shaped_types import ShapedContainer
from runtime.signatures.trace_types import Container, TensorSpec, VariableSpec
from runtime.sparse.sparse_tensor import SparseTensor
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.structure import children, flatten, is_nested, pack, rebuild
from runtime.tensors.symbolic_tensor import SymbolicTensor
from runtime.tensors.tensor import Tensor
from runtime.tracing.graph_trace import GraphTrace
from runtime.tracing.graphs import Operation


def placeholders_for(trace: GraphTrace, name: str, kind: Any, value: Any) -> Any:
    """An argument of the traced function, with placeholders for tensors."""
    if isinstance(kind, TensorSpec):
        given = kind.name or name
        node_name = _placeholder_name(given)
        inside = trace.placeholder(node_name, kind.dtype, kind.shape, given)
        trace.captures.arguments.append(inside)
        return inside
    if isinstance(kind, Container):
        by_field = is_record(value)
        pairs = zip(kind.parts, field_values(value) if by_field else children(value))
        parts = [placeholders_for(trace, name, *pair) for pair in pairs]
        if by_field:
            return with_fields(value, parts)
        is_shaped = isinstance(kind, ShapedContainer)
        return rebuild(kind.like if is_shaped else value, parts)
    if isinstance(kind, VariableSpec):
        inside = trace.capture(value.handle, name)
        if all(each is not inside for each in trace.captures.arguments):
            trace.captures.arguments.append(inside)
        return getattr(value, "variable", value)
    if hasattr(kind, "placeholder_value"):
        return kind.placeholder_value(None)
    return value


def _placeholder_name(name: str) -> str:
    """The name for a node; one that no node may have is not used."""
    is_allowed = re.fullmatch(r"[A-Za-z0-9.][A-Za-z0-9_.\\/>-]*", name)
    return name if is_allowed else "Placeholder"


def traced_outputs(
    trace: GraphTrace, result: Any, function: Any
) -> tuple[list[SymbolicTensor], Any]:
    """The results as Identity nodes, both flat and nested.

    Raises:
      TypeError: for a result that is no tensor.
    """
    outputs: list[SymbolicTensor] = []
    leaves: list[Any] = []
    # variables are read before anything is copied, as in TensorFlow's graphs
    read = [
        leaf.value() if hasattr(leaf, "storage") else leaf for leaf in flatten(result)
    ]
    for leaf in read:
        if leaf is None or isinstance(leaf, Operation):
            leaves.append(None)
            continue
        outputs.append(_returned(trace, _as_output(leaf, function)))
        leaves.append(outputs[-1])
    if not is_nested(result):
        return outputs, leaves[0]
    packed = pack(result, leaves)
    tell_sizes(result, packed)
    return outputs, packed


def tell_sizes(known: Any, copies: Any) -> None:
    """Tells the sparse tensors among copies what is known of their sizes."""
    pairs = zip(flatten(known, composites=False), flatten(copies, composites=False))
    for first, copy in pairs:
        if isinstance(copy, SparseTensor) and isinstance(first, SparseTensor):
            copy.set_shape(first.shape)


def _returned(trace: GraphTrace, tensor: Tensor) -> SymbolicTensor:
    """The Identity of a result; it comes from where the result was made."""
    output: SymbolicTensor = apply_op("Identity", [tensor])
    node = output.value.node
    node.origin = node.inputs[0].node.origin
    return output


def _as_output(leaf: Any, function: Any) -> Tensor:
    try:
        return convert_to_tensor(leaf)
    except StagingError:
        raise  # it says what is wrong, and where
    except (TypeError, ValueError) as error:
        raise TypeError(
            "To be compatible with tf.function, Python functions must return zero or "
            "more Tensors or ExtensionTypes or None values; in compilation of "
            f"{function!r}, found return value of type {type(leaf).__name__}, which is "
            "not a Tensor or ExtensionType."
        ) from error
