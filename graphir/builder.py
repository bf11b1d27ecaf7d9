"""Build nodes by op: attributes, dtypes and shapes are inferred, names made unique."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from graphir.attributes import Attr, TensorValue
from graphir.dtypes import DType
from graphir.errors import InvalidGraphError
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.ops.inference import complete_attrs, output_dtypes
from graphir.ops.registry import find, lookup, signature_of
from graphir.origin import Origin
from graphir.shapes import UNKNOWN, Shape


class GraphBuilder:
    """Adds nodes to a graph by op name; also the applier of gradient rules on graphs.

    >>> from graphir import dtypes
    >>> graph = Graph("g")
    >>> x = graph.add_input("x", dtypes.float32, Shape([2, 3]))
    >>> build = GraphBuilder(graph)
    >>> build.node("MatMul", [x, x], {"transpose_b": True}).output.shape
    TensorShape([2, 2])
    """

    def __init__(self, graph: Graph) -> None:
        self.graph = graph

    def node(
        self,
        op: str,
        inputs: Iterable[Value],
        attrs: Mapping[str, Attr] | None = None,
        name: str | None = None,
        *,
        control_inputs: Sequence[Node] = (),
        origin: Origin | None = None,
    ) -> Node:
        """Adds one node.

        Raises:
          UnknownOpError: if neither a declaration nor a known signature exists.
          InvalidGraphError: if inputs or attributes do not fit; names the op.
        """
        values = list(inputs)
        try:
            completed, types = infer_call(op, values, attrs or {})
        except (TypeError, ValueError) as error:
            raise InvalidGraphError(f"{name or op}: {error}") from error
        return self.graph.add_node(
            op,
            values,
            completed,
            types,
            name,
            control_inputs=control_inputs,
            origin=origin,
        )

    def apply(
        self, op: str, inputs: Sequence[Value], attrs: Mapping[str, Attr]
    ) -> tuple[Value, ...]:
        """The results of one op; the applier protocol of gradient rules."""
        return self.node(op, inputs, attrs).outputs

    def constant(
        self, value: Any, dtype: DType | None = None, name: str | None = None
    ) -> Value:
        """A Const node; Python floats are float32 and ints int32 unless told."""
        tensor = constant_tensor(value, dtype)
        attrs = {"value": tensor, "dtype": tensor.dtype}
        node = self.graph.add_node(
            "Const", (), attrs, [(tensor.dtype, tensor.shape)], name
        )
        return node.output


def infer_call(
    op: str, inputs: Sequence[Any], attrs: Mapping[str, Attr]
) -> tuple[dict[str, Attr], list[tuple[DType, Shape]]]:
    """All attributes, and dtype and shape of each result, of any known op.

    Raises:
      UnknownOpError: if neither a declaration nor a known signature exists.
      TypeError, ValueError: if inputs or attributes do not fit.
    """
    declaration = find(op)
    if declaration is not None:
        return declaration.infer(inputs, attrs)
    signature = signature_of(op)
    if signature is None:
        lookup(op)  # raises, naming the op
        raise AssertionError(op)
    completed = complete_attrs(signature, inputs, attrs)
    return completed, [(each, UNKNOWN) for each in output_dtypes(signature, completed)]


def constant_tensor(value: Any, dtype: DType | None = None) -> TensorValue:
    """A Python or NumPy value as a TensorValue.

    >>> constant_tensor(1.5).dtype, constant_tensor([1, 2]).dtype
    (tf.float32, tf.int32)
    """
    if dtype is not None:
        return TensorValue(np.asarray(value, dtype.numpy_dtype), dtype)
    array = np.asarray(value)
    if not hasattr(value, "dtype"):
        if array.dtype == np.float64:
            array = array.astype(np.float32)
        elif array.dtype == np.int64:
            array = array.astype(np.int32)
    return TensorValue(array)
