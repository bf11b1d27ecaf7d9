"""Terms: values of a graph that is being written, with Python's operators."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np

from graphir import dtypes
from graphir.builder import GraphBuilder
from graphir.dtypes import DType
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.onnx.contract.errors import UnsupportedOpError
from graphir.origin import Origin
from graphir.shapes import Shape

BOOL: Final = dtypes.as_dtype("bool")


class Writer(GraphBuilder):
    """A builder whose nodes carry an origin, and that knows which it made."""

    def __init__(self, graph: Graph | str) -> None:
        super().__init__(graph)
        self.origin: Origin | None = None
        self.made: list[Node] = []

    def node(
        self,
        op: str,
        inputs: Iterable[Value],
        attrs: Any = None,
        name: str | None = None,
        *,
        control_inputs: Sequence[Node] = (),
        origin: Origin | None = None,
    ) -> Node:
        made = super().node(
            op,
            inputs,
            attrs,
            name,
            control_inputs=control_inputs,
            origin=origin or self.origin,
        )
        self.made.append(made)
        return made

    def constant(
        self, value: Any, dtype: DType | None = None, name: str | None = None
    ) -> Value:
        made = super().constant(value, dtype, name)
        made.node.origin = self.origin
        return made


class Term:
    """A value and the builder that it can be computed with further."""

    __slots__ = ("build", "value")

    def __init__(self, build: Writer, value: Value) -> None:
        self.build = build
        self.value = value

    @property
    def dtype(self) -> DType:
        """The element type."""
        return self.value.dtype.base_dtype

    @property
    def shape(self) -> Shape:
        """The shape as far as it is known."""
        return self.value.shape

    @property
    def rank(self) -> int:
        """The number of dimensions.

        Raises:
          UnsupportedOpError: if it is not known.
        """
        if self.value.shape.rank is None:
            raise UnsupportedOpError(f"the rank of %{self.value.name} is not known.")
        return self.value.shape.rank

    @property
    def dims(self) -> list[int | None]:
        """The sizes; None for an unknown one."""
        if self.value.shape.rank is None:
            raise UnsupportedOpError(f"the rank of %{self.value.name} is not known.")
        return list(self.value.shape.as_list())

    @property
    def static(self) -> np.ndarray[Any, Any] | None:
        """The value if it is known without running the graph."""
        return self.value.constant_value()

    def _with(self, op: str, other: Any, swapped: bool = False) -> Term:
        pair = (other, self) if swapped else (self, other)
        found: Term = getattr(Ops(self.build), op)(*pair)
        return found

    def __add__(self, other: Any) -> Term:
        return self._with("AddV2", other)

    def __radd__(self, other: Any) -> Term:
        return self._with("AddV2", other, True)

    def __sub__(self, other: Any) -> Term:
        return self._with("Sub", other)

    def __rsub__(self, other: Any) -> Term:
        return self._with("Sub", other, True)

    def __mul__(self, other: Any) -> Term:
        return self._with("Mul", other)

    def __rmul__(self, other: Any) -> Term:
        return self._with("Mul", other, True)

    def __truediv__(self, other: Any) -> Term:
        return self._with("RealDiv", other)

    def __rtruediv__(self, other: Any) -> Term:
        return self._with("RealDiv", other, True)

    def __floordiv__(self, other: Any) -> Term:
        return self._with("FloorDiv", other)

    def __mod__(self, other: Any) -> Term:
        return self._with("FloorMod", other)

    def __neg__(self) -> Term:
        found: Term = Ops(self.build).Neg(self)
        return found

    def __lt__(self, other: Any) -> Term:
        return self._with("Less", other)

    def __le__(self, other: Any) -> Term:
        return self._with("LessEqual", other)

    def __gt__(self, other: Any) -> Term:
        return self._with("Greater", other)

    def __ge__(self, other: Any) -> Term:
        return self._with("GreaterEqual", other)

    def __and__(self, other: Any) -> Term:
        return self._with("LogicalAnd", other)

    def __or__(self, other: Any) -> Term:
        return self._with("LogicalOr", other)

    def __invert__(self) -> Term:
        found: Term = Ops(self.build).LogicalNot(self)
        return found

    def equals(self, other: Any) -> Term:
        """Element by element."""
        return self._with("Equal", other)

    def __repr__(self) -> str:
        return f"Term({self.value!r})"


class Ops:
    """Every op as a method, of terms and numbers: see ``graphir.builder.NamedOps``."""

    __slots__ = ("_build",)

    def __init__(self, build: Writer) -> None:
        self._build = build

    def __getattr__(self, op: str) -> Any:
        call = getattr(self._build.op, op)

        def applied(*args: Any, name: str | None = None, **attrs: Any) -> Any:
            found = call(*[_unwrapped(each) for each in args], name=name, **attrs)
            return wrapped(self._build, found)

        return applied


def _unwrapped(arg: Any) -> Any:
    if isinstance(arg, Term):
        return arg.value
    if isinstance(arg, (list, tuple)) and any(isinstance(x, Term) for x in arg):
        return [_unwrapped(each) for each in arg]
    return arg


def wrapped(build: Writer, found: Any) -> Any:
    """A value as a term; several as a tuple of terms."""
    if isinstance(found, Value):
        return Term(build, found)
    if isinstance(found, tuple):
        return tuple(Term(build, each) for each in found)
    return found


class Sizes:
    """Constants, conversions and sizes, known or not."""

    def __init__(self, build: Writer) -> None:
        self.build = build
        self.op = Ops(build)

    def const(self, value: Any, dtype: DType | None = None) -> Term:
        """A constant; Python ints are int64 here."""
        if dtype is None and not hasattr(value, "dtype"):
            array = np.asarray(value)
            dtype = dtypes.int64 if array.dtype.kind in "iu" else dtypes.float32
            dtype = BOOL if array.dtype.kind == "b" else dtype
        return Term(self.build, self.build.constant(value, dtype))

    def cast(self, x: Any, dtype: DType) -> Term:
        """x as another dtype; itself if it has it."""
        if not isinstance(x, Term):
            return self.const(x, dtype)
        if x.dtype is dtype:
            return x
        found: Term = self.op.Cast(x, DstT=dtype)
        return found

    def shape(self, x: Term) -> Term:
        """The sizes as an int64 vector."""
        if x.shape.is_fully_defined():
            return self.const(np.array(x.shape.as_list(), np.int64))
        found: Term = self.op.Shape(x, out_type=dtypes.int64)
        return found

    def size(self, x: Term, axis: int) -> Any:
        """One size: an int if it is known, else an int64 scalar."""
        if x.shape.rank is None and axis >= 0:
            return self.at(self.shape(x), axis)
        known = x.dims[axis]
        if known is not None:
            return known
        sizes = self.op.Shape(x, out_type=dtypes.int64)
        return self.at(sizes, axis % x.rank)

    def at(self, vector: Term, index: Any) -> Term:
        """One row."""
        found: Term = self.op.GatherV2(vector, index, self.const(0))
        return found

    def vector(self, sizes: Sequence[Any]) -> Term:
        """Sizes, known or not, as an int64 vector."""
        known = [each.static if isinstance(each, Term) else each for each in sizes]
        numbers = [int(each) for each in known if each is not None]
        if len(numbers) == len(known):
            return self.const(np.array(numbers, np.int64))
        parts = [
            self.cast(each, dtypes.int64)
            if isinstance(each, Term)
            else self.const(np.int64(each))
            for each in sizes
        ]
        found: Term = self.op.Pack(parts)
        return found

    def reshape(self, x: Term, sizes: Any) -> Term:
        """x with other sizes: a list of ints and scalars, or a vector."""
        if sizes == [] and x.shape.rank == 0:
            return x
        wanted = sizes if isinstance(sizes, Term) else self.vector(sizes)
        found: Term = self.op.Reshape(x, wanted)
        return found

    def transpose(self, x: Term, order: Sequence[int]) -> Term:
        """x with its axes in another order; x itself if the order is the same."""
        if list(order) == list(range(x.rank)):
            return x
        found: Term = self.op.Transpose(x, self.const(np.array(order, np.int64)))
        return found


class Terms(Sizes):
    """Computations that many rules share."""

    def expand(self, x: Term, axes: Iterable[int]) -> Term:
        """x with axes of size 1, one after another."""
        for axis in axes:
            x = self.op.ExpandDims(x, self.const(axis))
        return x

    def squeeze(self, x: Term, axes: Sequence[int]) -> Term:
        """x without axes of size 1."""
        found: Term = self.op.Squeeze(x, squeeze_dims=list(axes))
        return found

    def where(self, condition: Term, x: Any, y: Any) -> Term:
        """x or y, element by element."""
        if not isinstance(x, Term):
            x = self.const(x, y.dtype)
        found: Term = self.op.SelectV2(condition, x, y)
        return found

    def concat(self, parts: Sequence[Term], axis: int) -> Term:
        """The parts one after another."""
        if len(parts) == 1:
            return parts[0]
        found: Term = self.op.ConcatV2(list(parts), self.const(axis))
        return found

    def slice(self, x: Term, starts: dict[int, Any], ends: dict[int, Any]) -> Term:
        """x from and to some indices of some axes."""
        rank = x.rank
        begin = self.vector([starts.get(axis, 0) for axis in range(rank)])
        end = self.vector([ends.get(axis, 0) for axis in range(rank)])
        begin_mask = sum(1 << axis for axis in range(rank) if axis not in starts)
        end_mask = sum(1 << axis for axis in range(rank) if axis not in ends)
        strides = self.const(np.ones(rank, np.int64))
        found: Term = self.op.StridedSlice(
            x, begin, end, strides, begin_mask=begin_mask, end_mask=end_mask
        )
        return found

    def range(self, count: Any) -> Term:
        """0 to count, in int64."""
        limit = count if isinstance(count, Term) else self.const(count)
        found: Term = self.op.Range(self.const(0), limit, self.const(1))
        return found

    def broadcast(self, x: Term, sizes: Term) -> Term:
        """x in a shape that it broadcasts to."""
        found: Term = self.op.BroadcastTo(x, sizes)
        return found

    def reduce(self, op: str, x: Term, axes: Any, keep: bool = False) -> Term:
        """A reduction over axes: a list or a vector."""
        wanted = axes if isinstance(axes, Term) else self.const(np.array(axes, int))
        found: Term = getattr(self.op, op)(x, wanted, keep_dims=keep)
        return found
