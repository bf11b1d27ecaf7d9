"""The node builder: infers attributes, dtypes and shapes, makes names unique."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from graphir.attributes import Attr, TensorValue
from graphir.dtypes import DType, as_dtype
from graphir.errors import InvalidGraphError, NoSuchOpError, OpError
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.ops.contract.inference import complete_attrs, output_dtypes
from graphir.ops.contract.registry import (
    did_you_mean,
    find,
    is_op,
    lookup,
    op_names,
    signature_of,
)
from graphir.ops.contract.signature import Signature
from graphir.origin import Origin
from graphir.shapes import UNKNOWN, Shape, as_shape


class GraphBuilder:
    """Writes graphs by hand: nodes by op, each checked and its types inferred.

    Also the applier of gradient rules on graphs.

    >>> build = GraphBuilder("dense")
    >>> x = build.input("x", "float32", [None, 3])
    >>> w = build.constant(np.ones((3, 2), np.float32), name="w")
    >>> with build.scope("layer"):
    ...     y = build.op.AddV2(build.op.MatMul(x, w), 1.0, name="shifted")
    >>> build.output(y)
    >>> [node.name for node in build.graph], y.shape
    (['x', 'w', 'layer/MatMul', 'layer/Const', 'layer/shifted'], TensorShape([None, 2]))
    """

    def __init__(self, graph: Graph | str) -> None:
        self.graph = Graph(graph) if isinstance(graph, str) else graph
        self._scope = ""

    def input(self, name: str, dtype: Any, shape: Any = None) -> Value:
        """The next input of the graph; without a shape even its rank is unknown."""
        return self.graph.add_input(name, as_dtype(dtype), as_shape(shape))

    def output(self, *values: Value) -> None:
        """Makes the values the next results of the graph."""
        self.graph.outputs = [*self.graph.outputs, *values]

    @contextmanager
    def scope(self, name: str) -> Iterator[None]:
        """Inside, names of nodes begin with ``name/``; scopes nest."""
        outer, self._scope = self._scope, f"{self._scope}{name}/"
        try:
            yield
        finally:
            self._scope = outer

    @property
    def op(self) -> NamedOps:
        """Every known op as a method: see ``NamedOps``."""
        return NamedOps(self)

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
            completed, types = infer_call(op, values, _with_texts(op, attrs or {}))
        except (OpError, TypeError, ValueError) as error:
            raise InvalidGraphError(f"{name or op}: {error}") from error
        return self.graph.add_node(
            op,
            values,
            completed,
            types,
            self._scope + (name or op),
            control_inputs=control_inputs,
            origin=origin,
        )

    def apply(
        self, op: str, inputs: Sequence[Value], attrs: Mapping[str, Attr]
    ) -> tuple[Value, ...]:
        """The results of one op; the applier protocol of rewrites."""
        return self.node(op, inputs, attrs).outputs

    def call(
        self, op: str, args: Sequence[Any], attrs: Mapping[str, Any], name: str | None
    ) -> Any:
        """The result of one op; the applier protocol of gradient rules."""
        return getattr(self.op, op)(*args, name=name, **attrs)

    def constant(
        self, value: Any, dtype: DType | None = None, name: str | None = None
    ) -> Value:
        """A Const node; Python floats become float32 and ints int32 by default."""
        tensor = constant_tensor(value, dtype)
        attrs = {"value": tensor, "dtype": tensor.dtype}
        types = [(tensor.dtype, tensor.shape)]
        full_name = self._scope + (name or "Const")
        return self.graph.add_node("Const", (), attrs, types, full_name).output


class NamedOps:
    """``build.op.MatMul(a, b, transpose_b=True, name="scores")``.

    Arguments by position as declared (a list where the signature takes several
    tensors), attributes by keyword, and ``name`` and ``control_inputs``. Numbers and
    arrays become constants of the dtype that they meet; texts such as
    ``padding="SAME"`` and ``DstT="int32"`` bytes and dtypes. One result is returned as
    it is, several as a tuple; the node itself if it has none.
    """

    __slots__ = ("_build",)

    def __init__(self, build: GraphBuilder) -> None:
        self._build = build

    def __dir__(self) -> list[str]:
        return op_names()

    def __getattr__(self, op: str) -> Callable[..., Any]:
        # who looks for a protocol asks for names that no op has: nothing is declared
        if op.startswith("__") or not is_op(op):
            raise NoSuchOpError(f"There is no op {op!r}.{did_you_mean(op)}")
        signature = signature_of(op)
        assert signature is not None, op

        def applied(
            *args: Any,
            name: str | None = None,
            control_inputs: Sequence[Node] = (),
            **attrs: Any,
        ) -> Any:
            values = _flat_values(self._build, signature, args, attrs)
            node = self._build.node(
                op, values, attrs, name, control_inputs=control_inputs
            )
            many = len(signature.outputs) > 1 or any(
                each.is_list for each in signature.outputs
            )
            if not signature.outputs:
                return node
            return node.outputs if many else node.output

        return applied


def _flat_values(
    build: GraphBuilder,
    signature: Signature,
    args: Sequence[Any],
    attrs: Mapping[str, Attr],
) -> list[Value]:
    if len(args) != len(signature.inputs):
        raise InvalidGraphError(
            f"{signature.name} takes {len(signature.inputs)} arguments, not "
            f"{len(args)}: {signature}"
        )
    given = [
        (declared, list(arg) if declared.is_list else [arg])
        for declared, arg in zip(signature.inputs, args, strict=True)
    ]
    known = {name: each for name, each in attrs.items() if isinstance(each, DType)}
    for declared, values in given:
        for value in values:
            if isinstance(value, Value):
                known.setdefault(declared.type_name, value.dtype.base_dtype)
    return [
        value
        if isinstance(value, Value)
        else build.constant(value, declared.dtype or known.get(declared.type_name))
        for declared, values in given
        for value in values
    ]


def _with_texts(op: str, attrs: Mapping[str, Attr]) -> Mapping[str, Attr]:
    """Attributes, with ``str`` as the bytes or the dtype that the op declares."""
    signature = signature_of(op)
    if signature is None or not any(map(_has_text, attrs.values())):
        return attrs
    specs = signature.attrs
    return {
        name: _of_text(each, specs[name].kind if name in specs else "string")
        for name, each in attrs.items()
    }


def _has_text(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return any(isinstance(each, str) for each in value)
    return isinstance(value, str)


def _of_text(value: Any, kind: str) -> Any:
    if isinstance(value, (list, tuple)):
        return [_of_text(each, kind) for each in value]
    if not isinstance(value, str) or kind not in ("string", "type"):
        return value
    return value.encode() if kind == "string" else as_dtype(value)


def infer_call(
    op: str, inputs: Sequence[Any], attrs: Mapping[str, Attr]
) -> tuple[dict[str, Attr], list[tuple[DType, Shape]]]:
    """Attributes, result dtypes and result shapes of a call of any known op.

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
    if dtype is not None and dtype.name != "string":
        return TensorValue(np.asarray(value, dtype.numpy_dtype), dtype)
    array = np.asarray(value, None if dtype is None else object)
    if array.dtype.kind in "OUS":
        return TensorValue(_with_bytes(array))
    if not hasattr(value, "dtype"):
        if array.dtype == np.float64:
            array = array.astype(np.float32)
        elif array.dtype == np.int64:
            array = array.astype(np.int32)
    return TensorValue(array)


def _with_bytes(texts: Any) -> Any:
    found = np.empty(texts.size, object)
    found[:] = [
        each.encode() if isinstance(each, str) else each
        for each in texts.ravel().tolist()
    ]
    return found.reshape(texts.shape)
