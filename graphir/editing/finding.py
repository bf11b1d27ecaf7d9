"""Search for nodes: by op, by name, or by an expression pattern."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from fnmatch import translate
from re import compile as compiled
from typing import Any, Final

from graphir.errors import ParseError
from graphir.graph import Graph
from graphir.node import Node
from graphir.rewrite.pattern import Bindings, Call, Literal, Pattern, Wildcard, match


def find(
    graph: Graph,
    op: str | None = None,
    name: str | None = None,
    pattern: str | Pattern | None = None,
) -> list[Node]:
    """The nodes that match all criteria, in the order of the graph.

    Args:
      op: the op; ``*`` and ``?`` stand for any letters, as in ``"*MatMul*"``.
      name: the node's name, with the same wildcards: ``"layer_?/*"``.
      pattern: the expression that the node computes: text such as
        ``"Relu(MatMul(x, w) + b)"``, where a lower-case name stands for any value (the
        same value each time) and ``_`` for any value; or a pattern of
        ``graphir.rewrite.pattern``.

    >>> from graphir.text.parser import parse_graph
    >>> graph = parse_graph('''
    ...     graph @g(%a: f32[], %b: f32[]) -> (%y) {
    ...       %n = Neg(%a)
    ...       %y = AddV2(%n, %b)
    ...     }''')
    >>> find(graph, op="*Add*"), find(graph, pattern="x + -y")
    ([<Node %y = AddV2>], [<Node %y = AddV2>])

    Raises:
      ParseError: if the pattern cannot be read.
    """
    found: list[Node] = list(graph)
    if op is not None:
        is_op = compiled(translate(op)).match
        found = [node for node in found if is_op(node.op)]
    if name is not None:
        is_name = compiled(translate(name)).match
        found = [node for node in found if is_name(node.name)]
    if pattern is not None:
        wanted = parse_pattern(pattern) if isinstance(pattern, str) else pattern
        found = [node for node in found if any(True for _ in matches(node, wanted))]
    return found


def matches(node: Node, pattern: Pattern) -> Iterator[Bindings]:
    """Every way in which the node's first result matches: wildcard name -> value."""
    if node.outputs:
        yield from match(pattern, node.output, {})


def parse_pattern(text: str) -> Pattern:
    """A pattern from text, with Python's operators.

    >>> print(parse_pattern("MatMul(x, w, transpose_b=True) + 1.0"))
    MatMul(x, w, transpose_b=true) + 1.0

    Raises:
      ParseError: showing the part that cannot be read.
    """
    try:
        tree = ast.parse(text.strip(), mode="eval").body
        return _Reader(text).pattern(tree)
    except (SyntaxError, ValueError, RecursionError) as error:
        raise ParseError(f"Not a pattern: {text!r}: {error}.") from error


_OPERATORS: Final[dict[type[ast.operator], str]] = {
    ast.Add: "AddV2 Add",
    ast.Sub: "Sub",
    ast.Mult: "Mul",
    ast.Div: "RealDiv Div",
    ast.MatMult: "MatMul BatchMatMulV2",
    ast.Pow: "Pow",
    ast.FloorDiv: "FloorDiv",
    ast.Mod: "FloorMod",
}


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.anonymous = 0

    def pattern(self, tree: ast.expr) -> Pattern:
        if isinstance(tree, ast.Name):
            return self._wildcard(tree.id)
        if isinstance(tree, ast.Constant) and isinstance(
            tree.value, (int, float, bool)
        ):
            return Literal(tree.value)
        if isinstance(tree, ast.Call) and isinstance(tree.func, ast.Name):
            return self._call(tree, tree.func.id)
        if isinstance(tree, ast.BinOp) and type(tree.op) in _OPERATORS:
            ops = tuple(_OPERATORS[type(tree.op)].split())
            return Call(ops, (self.pattern(tree.left), self.pattern(tree.right)))
        if isinstance(tree, ast.UnaryOp) and isinstance(tree.op, ast.USub):
            return self._negative(tree.operand)
        raise ValueError(f"{ast.unparse(tree)!r} is no op, operator, number or name")

    def _wildcard(self, name: str) -> Wildcard:
        if name != "_":
            return Wildcard(name)
        self.anonymous += 1
        return Wildcard(f"_{self.anonymous}")

    def _call(self, tree: ast.Call, op: str) -> Call:
        args = tuple(map(self.pattern, tree.args))
        attrs: dict[str, Any] = {}
        for each in tree.keywords:
            if each.arg is None:
                raise ValueError(f"{ast.unparse(tree)!r}: ** is not allowed")
            attrs[each.arg] = ast.literal_eval(each.value)
        return Call((op,), args, attrs)

    def _negative(self, operand: ast.expr) -> Pattern:
        inner = self.pattern(operand)
        return Literal(-inner.number) if isinstance(inner, Literal) else -inner


__all__ = ["find", "matches", "parse_pattern"]
