"""Patterns: expressions that match values of a graph, and build new values.

A pattern is written in the operators it matches. The matcher is a generator of
bindings: with commutative operands there are several ways to match, and the enclosing
pattern decides which of them fits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from graphir.analysis.constant_values import constant_of_node
from graphir.attributes import Attr, attr_key
from graphir.errors import NoSuchOpError
from graphir.node import Node, Value
from graphir.ops.contract.registry import did_you_mean, is_op, op_names

Bindings = dict[str, Any]
"""Wildcard name -> Value; attribute name -> attribute value."""


class Pattern:
    """A pattern that values match; combined with ``+ - * /`` and unary ``-``.

    >>> x, y = wildcards("x y")
    >>> print(x + -y)
    x + -y
    """

    def __add__(self, other: Pattern) -> Pattern:
        return Call(("AddV2", "Add"), (self, other))

    def __sub__(self, other: Pattern) -> Pattern:
        return Call(("Sub",), (self, other))

    def __mul__(self, other: Pattern) -> Pattern:
        return Call(("Mul",), (self, other))

    def __truediv__(self, other: Pattern) -> Pattern:
        return Call(("RealDiv", "Div"), (self, other))

    def __neg__(self) -> Pattern:
        return Call(("Neg",), (self,))


@dataclass(frozen=True, eq=False)
class Wildcard(Pattern):
    """Matches any value; each further occurrence must match the same value."""

    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, eq=False)
class Literal(Pattern):
    """Matches a constant whose elements all equal a number, to the sign of zero."""

    number: Any

    def __str__(self) -> str:
        return (
            str(self.number).lower()
            if isinstance(self.number, bool)
            else str(self.number)
        )


@dataclass(frozen=True, eq=False)
class Call(Pattern):
    """Matches the result of one of several ops, or of any op with a trait."""

    ops: tuple[str, ...]
    args: tuple[Pattern, ...]
    attrs: Mapping[str, Any] = field(default_factory=dict)
    trait: str = ""
    op_name: str = ""
    """What the op is called on the other side: ``f`` of ``f(f(x))``."""

    def __str__(self) -> str:
        return _call_text(self)


@dataclass(frozen=True)
class AttrName:
    """An attribute of any value, known by this name on the other side."""

    name: str

    def __str__(self) -> str:
        return self.name


def wildcards(names: str) -> tuple[Wildcard, ...]:
    """Wildcards by name: ``x, y = wildcards("x y")``."""
    return tuple(map(Wildcard, names.split()))


def constant(number: Any) -> Literal:
    """A constant whose elements all equal the number."""
    return Literal(number)


class _Ops:
    """``op.MatMul(a, b, transpose_a=True)``: ops without an operator, by name."""

    def __dir__(self) -> list[str]:
        return ["any_of", *op_names()]

    def __getattr__(self, name: str) -> Any:
        # rules may name ops that are declared later, but all ops have a capital
        if not name[:1].isupper() and not is_op(name):
            raise NoSuchOpError(f"There is no op {name!r}.{did_you_mean(name)}")

        def call(*args: Pattern, **attrs: Any) -> Call:
            return Call((name,), args, attrs)

        return call

    def any_of(self, trait: str, *args: Pattern, name: str = "f") -> Call:
        """Any op with the trait; calls with an equal ``name`` must match equal ops."""
        return Call((), args, {}, trait, name)


op: Final = _Ops()


def match(pattern: Pattern, value: Value, bound: Bindings) -> Iterator[Bindings]:
    """Every way in which the value matches, as extended bindings.

    >>> from graphir.text.parser import parse_graph
    >>> graph = parse_graph('''
    ...     graph @g(%a: f32[], %b: f32[]) -> (%y) {
    ...       %n = Neg(%a)
    ...       %y = AddV2(%n, %b)
    ...     }''')
    >>> x, y = wildcards("x y")
    >>> [found["x"].name for found in match(x + -y, graph.value("y"), {})]
    ['b']
    """
    if isinstance(pattern, Wildcard):
        known = bound.get(pattern.name)
        if known is None:
            yield {**bound, pattern.name: value}
        elif known is value:
            yield bound
    elif isinstance(pattern, Literal):
        if _is_filled_with(value, pattern.number):
            yield bound
    elif isinstance(pattern, Call):
        yield from _match_call(pattern, value, bound)


def _match_call(pattern: Call, value: Value, bound: Bindings) -> Iterator[Bindings]:
    node = value.node
    if value.index or len(node.inputs) != len(pattern.args):
        return
    if not _is_op(pattern, node, bound):
        return
    start = _match_attrs(pattern, node, bound)
    if start is None:
        return
    if pattern.op_name:
        start = {**start, pattern.op_name: node}
    for inputs in _operand_orders(node):
        yield from _match_all(pattern.args, inputs, start)


def _is_op(pattern: Call, node: Node, bound: Bindings) -> bool:
    if pattern.ops:
        return node.op in pattern.ops
    known = bound.get(pattern.op_name)
    if known is not None:
        same_attrs = all(
            attr_key(node.attrs.get(name)) == attr_key(known.attrs[name])
            for name in known.attrs
        )
        return bool(node.op == known.op) and same_attrs
    return node.has_trait(pattern.trait)


def _match_attrs(pattern: Call, node: Node, bound: Bindings) -> Bindings | None:
    found = bound
    for name, wanted in pattern.attrs.items():
        value = node.attrs.get(name)
        if isinstance(wanted, AttrName):
            known = found.get(wanted.name)
            if known is not None and attr_key(known) != attr_key(value):
                return None
            found = {**found, wanted.name: value}
        elif attr_key(value) != attr_key(wanted):
            return None
    return found


def _operand_orders(node: Node) -> Iterator[tuple[Value, ...]]:
    yield node.inputs
    if len(node.inputs) == 2 and node.has_trait("commutative"):
        first, second = node.inputs
        if first is not second:
            yield second, first


def _match_all(
    patterns: tuple[Pattern, ...], values: tuple[Value, ...], bound: Bindings
) -> Iterator[Bindings]:
    if not patterns:
        yield bound
        return
    for found in match(patterns[0], values[0], bound):
        yield from _match_all(patterns[1:], values[1:], found)


def _is_filled_with(value: Value, number: Any) -> bool:
    """Whether the value is a constant of that number only; never an empty one."""
    if value.node.op != "Const" or value.node.control_inputs:
        return False
    array = constant_of_node(value)
    if array is None or not array.size or array.dtype == object:
        return False
    first = array.ravel()[0]
    with np.errstate(all="ignore"):
        wanted = np.asarray(number).astype(array.dtype)
    if (
        wanted != number
        or first != wanted
        or (isinstance(number, bool) and array.dtype != bool)
    ):
        return False
    # -0.0 == 0.0, but they are not the same number
    if array.dtype.kind not in "biu" and _sign(first) != np.signbit(float(number)):
        return False
    return bool((array == first).all())


def _sign(number: Any) -> bool:
    return bool(np.signbit(np.real(number).astype(np.float64)))


_OPERATORS: Final = {"AddV2": " + ", "Sub": " - ", "Mul": " * ", "RealDiv": " / "}


def _call_text(call: Call) -> str:
    name = call.ops[0] if call.ops else call.op_name
    if name in _OPERATORS and len(call.args) == 2:
        return _OPERATORS[name].join(map(_operand_text, call.args))
    if name == "Neg":
        return f"-{_operand_text(call.args[0])}"
    attrs = [f"{key}={_attr_text(value)}" for key, value in call.attrs.items()]
    return f"{name}({', '.join([*map(str, call.args), *attrs])})"


def _operand_text(pattern: Pattern) -> str:
    is_operator = (
        isinstance(pattern, Call) and pattern.ops[:1] and (pattern.ops[0] in _OPERATORS)
    )
    return f"({pattern})" if is_operator else str(pattern)


def _attr_text(value: Attr) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
