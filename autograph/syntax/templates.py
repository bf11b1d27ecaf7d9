"""Code templates: quoted Python code with placeholders.

A template is parsed once. Placeholders are names with two underscores around them;
`expand` replaces each placeholder by a string (another name), an expression, or a list
of statements (if the placeholder is a statement). Parts without placeholders are shared
by all expansions, so no converter may change a name that is not the user's.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Mapping
from typing import Any

import gast

from autograph.syntax.annotations import Annotation
from autograph.syntax.nodes import BLOCK_FIELDS, Node, OperatorsName, OwnName, place

__all__ = ["IS_OPERAND", "OPERATORS", "Template", "TemplateError"]

_PLACEHOLDER = re.compile(r"\b__[a-z]\w*__\b")
OPERATORS = "ag__"
IS_OPERAND = Annotation[bool]("is_operand", False)
"""On a lambda that a converter made of an operand."""
_LOAD = gast.Load()

Values = Mapping[str, Any]
Builder = Callable[[Values, Node], Any]


class TemplateError(Exception):
    """A template and the arguments of `expand` do not fit together."""


class Template:
    """Code with holes.

    >>> from autograph.syntax.unparse import to_text
    >>> guard = Template('''
    ...     if not __flag__:
    ...         __body__
    ... ''')
    >>> origin = gast.parse("pass").body[0]
    >>> print(to_text(guard.expand(origin, flag="break_", body=[origin])[0]))
    if not break_:
        pass
    >>> guard.expand(origin, flag="break_")
    Traceback (most recent call last):
    autograph.syntax.templates.TemplateError: missing: body
    """

    def __init__(self, code: str) -> None:
        self.code = textwrap.dedent(code).strip()
        self.placeholders = frozenset(
            match.group()[2:-2] for match in _PLACEHOLDER.finditer(self.code)
        )
        self._builders = [_statement(item) for item in gast.parse(self.code).body]

    def expand(self, origin: Node, **values: Any) -> list[Node]:
        """The statements, with the line of `origin`.

        Raises:
            TemplateError: a placeholder has no value, or a value no placeholder.
        """
        if values.keys() != self.placeholders:
            raise TemplateError(self._mismatch(values))
        built: list[Node] = []
        for builder in self._builders:
            built += builder(values, origin)
        return built

    def expand_expression(self, **values: Any) -> Node:
        """The expression that the template consists of; its place is its user's."""
        if values.keys() != self.placeholders:
            raise TemplateError(self._mismatch(values))
        (statement,) = self._builders[0](values, _NOWHERE)
        return statement.value

    def _mismatch(self, values: Values) -> str:
        missing = sorted(self.placeholders - values.keys())
        unused = sorted(values.keys() - self.placeholders)
        parts = [f"missing: {', '.join(missing)}"] if missing else []
        if unused:
            parts.append(f"not in the template: {', '.join(unused)}")
        return "; ".join(parts)


_NOWHERE = gast.parse("pass").body[0]


def _key(identifier: Any) -> str | None:
    if isinstance(identifier, str) and _PLACEHOLDER.fullmatch(identifier):
        return identifier[2:-2]
    return None


def _statement(node: Node) -> Builder:
    """Builds a list, since a placeholder may expand to any number of statements."""
    if isinstance(node, gast.Expr) and isinstance(node.value, gast.Name):
        key = _key(node.value.id)
        if key is not None:
            return lambda values, origin: (
                found
                if isinstance(found := values[key], list)
                else [place(gast.Expr(_as_node(found, _LOAD)), origin)]
            )
    build = _node(node)
    return lambda values, origin: [place(build(values, origin), origin)]


def _as_node(value: Any, context: Any) -> Node:
    return OwnName(value, context) if isinstance(value, str) else value


def _child(value: Any) -> tuple[Builder | None, Any]:
    """A builder for a field, or None and the constant that it holds."""
    if isinstance(value, list):
        return _children(value)
    key = _key(value)
    if key is not None:
        return (lambda values, origin: values[key]), None
    if isinstance(value, gast.Name):
        return _name(value)
    if not isinstance(value, gast.AST):
        return None, value
    build = _node(value)
    if _is_constant(value):
        return None, build({}, _NOWHERE)
    return build, None


def _name(node: Node) -> tuple[Builder | None, Any]:
    key, context = _key(node.id), node.ctx
    if node.id == OPERATORS:
        return None, OperatorsName(OPERATORS, context)
    if key is None:
        return None, OwnName(node.id, context)
    return (lambda values, origin: _as_node(values[key], context)), None


def _children(items: list[Any]) -> tuple[Builder | None, Any]:
    if items and isinstance(items[0], gast.stmt):
        blocks = [_statement(item) for item in items]
        return (
            lambda values, origin: [
                node for build in blocks for node in build(values, origin)
            ]
        ), None
    pairs = [_child(item) for item in items]
    if all(build is None for build, _ in pairs):
        return None, [constant for _, constant in pairs]
    return (
        lambda values, origin: [
            constant if build is None else build(values, origin)
            for build, constant in pairs
        ]
    ), None


def _is_constant(node: Node) -> bool:
    return not any(
        _key(getattr(found, field, None)) is not None
        for found in gast.walk(node)
        for field in found._fields
    )


def _node(node: Node) -> Builder:
    kind = node.__class__
    parts = [(field, *_child(getattr(node, field, None))) for field in node._fields]
    fixed = {field: constant for field, build, constant in parts if build is None}
    # Converters add statements to a block, so each expansion has blocks of its own.
    blocks = [field for field in BLOCK_FIELDS & fixed.keys() if fixed[field] == []]
    built = [(field, build) for field, build, _ in parts if build is not None]
    is_operand = kind is gast.Lambda

    def build_node(values: Values, origin: Node) -> Node:
        new = kind.__new__(kind)
        attributes = new.__dict__
        attributes.update(fixed)
        for field in blocks:
            attributes[field] = []
        for field, build in built:
            attributes[field] = build(values, origin)
        if is_operand:
            IS_OPERAND.set(new, True)
        return new

    return build_node
