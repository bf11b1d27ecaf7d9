"""Unparser: trees to text, formatted on every Python as by `ast.unparse` of 3.11.

Earlier and later versions differ in parentheses, lambdas and f-strings.
"""

from __future__ import annotations

import ast
from typing import Any, NamedTuple

from autograph.syntax.lowering import to_python_ast
from autograph.syntax.nodes import Node

__all__ = ["Printed", "print_tree", "to_text"]

_Level: Any = ast._Precedence  # type: ignore[attr-defined]
_QUOTES = ("'", '"', '"""', "'''")


class Printed(NamedTuple):
    """Text, and for every line of it the line number that its statement carries."""

    text: str
    lines: tuple[int, ...]


def to_text(node: Node) -> str:
    """The text of a gast tree, without a newline at the end.

    >>> import gast
    >>> print(to_text(gast.parse("for i,j in (x,): (a,) = lambda: i")))
    for i, j in (x,):
        a, = lambda: i
    """
    return print_tree(to_python_ast(node)).text


def print_tree(tree: ast.AST, margin: int = 0) -> Printed:
    """The text of a Python tree; docstrings lose `margin` columns on the left."""
    return _Printer(margin).print(tree)


class _Printer(ast._Unparser):  # type: ignore[name-defined, misc]
    def __init__(self, margin: int = 0) -> None:
        super().__init__()
        self._margin = margin
        self._line = 1
        self._marks: list[tuple[int, int]] = []

    def print(self, tree: ast.AST) -> Printed:
        self._source: list[str] = []
        self.traverse(tree)
        if self._source and self._source[0] == "\n":
            del self._source[0]  # the blank line before a function
            self._marks = [(at - 1, line) for at, line in self._marks]
        return Printed("".join(self._source), self._line_numbers())

    def _line_numbers(self) -> tuple[int, ...]:
        current = self._marks[0][1] if self._marks else 1
        lines, source, before = [current], self._source, 0
        for index, line in self._marks:
            if index < len(source):
                lines += [current] * "".join(source[before:index]).count("\n")
                current = lines[-1] = line
                before = index
        lines += [current] * "".join(source[before:]).count("\n")
        return tuple(lines)

    def fill(self, *args: Any, **options: Any) -> None:
        # The first piece that `fill` writes is the newline, if there is text before.
        at = len(self._source) + bool(self._source)
        self._marks.append((at, self._line))
        super().fill(*args, **options)

    def traverse(self, node: Any) -> None:
        if node.__class__ is list:
            for item in node:
                self.traverse(item)
            return
        method, is_placed = _METHODS[node.__class__]
        if is_placed:
            outer, self._line = self._line, node.lineno
            method(self, node)
            self._line = outer
        else:
            method(self, node)

    def _write_docstring(self, node: Any) -> None:
        outer, self._line = self._line, node.lineno
        if self._margin:
            node = ast.Constant(_shifted(node.value, self._margin))
        super()._write_docstring(node)
        self._line = outer

    def visit_Tuple(self, node: Any) -> None:
        needs = not node.elts or self.get_precedence(node) > _Level.TUPLE
        if needs:
            self._source.append("(")
        self.items_view(self.traverse, node.elts)
        if needs:
            self._source.append(")")

    def visit_Assign(self, node: Any) -> None:
        self.fill()
        for target in node.targets:
            self.set_precedence(_Level.TUPLE, target)
            self.traverse(target)
            self.write(" = ")
        self.traverse(node.value)

    def visit_For(self, node: Any) -> None:
        self.set_precedence(_Level.TUPLE, node.target)
        super().visit_For(node)

    def visit_AsyncFor(self, node: Any) -> None:
        self.set_precedence(_Level.TUPLE, node.target)
        super().visit_AsyncFor(node)

    def visit_comprehension(self, node: Any) -> None:
        self.set_precedence(_Level.TUPLE, node.target)
        super().visit_comprehension(node)

    def visit_Lambda(self, node: Any) -> None:
        with self.require_parens(_Level.TEST, node):
            self.write("lambda")
            before = len(self._source)
            self.write(" ")
            self.traverse(node.args)
            if "".join(self._source[before:]) == " ":
                del self._source[before:]
            self.write(": ")
            self.set_precedence(_Level.TEST, node.body)
            self.traverse(node.body)

    def visit_JoinedStr(self, node: Any) -> None:
        pieces = self._pieces(node)
        used = "".join(text for text, is_literal in pieces if not is_literal)
        literal = "".join(text for text, is_literal in pieces if is_literal)
        possible = [quote for quote in _QUOTES if quote not in used] or ['"']
        quote = next((one for one in possible if _fits(literal, one)), possible[0])
        text = "".join(
            _escaped(text, quote) if is_literal else text for text, is_literal in pieces
        )
        self.write(f"f{quote}{text}{quote}")

    def visit_FormattedValue(self, node: Any) -> None:
        self.visit_JoinedStr(ast.JoinedStr(values=[node]))

    def _pieces(self, node: Any) -> list[tuple[str, bool]]:
        """The parts of an f-string, and whether each is literal text."""
        pieces: list[tuple[str, bool]] = []
        for value in node.values:
            if isinstance(value, ast.FormattedValue):
                pieces += self._replacement(value)
            else:
                doubled = value.value.replace("{", "{{").replace("}", "}}")
                pieces.append((doubled, True))
        return pieces

    def _replacement(self, node: Any) -> list[tuple[str, bool]]:
        inner = _Printer()
        inner.set_precedence(_Level.TEST.next(), node.value)
        text = inner.print(node.value).text
        start = "{ " if text.startswith("{") else "{"
        conversion = f"!{chr(node.conversion)}" if node.conversion != -1 else ""
        pieces = [(start + text + conversion, False)]
        if node.format_spec is not None:
            pieces += [(":", False), *self._pieces(node.format_spec)]
        return [*pieces, ("}", False)]


# Most of generated text: without the context managers of the base class, which cost as
# much as the text itself.


def _print_name(printer: _Printer, node: Any) -> None:
    printer._source.append(node.id)


def _print_attribute(printer: _Printer, node: Any) -> None:
    owner = node.value
    printer.set_precedence(_Level.ATOM, owner)
    printer.traverse(owner)
    if owner.__class__ is ast.Constant and isinstance(owner.value, int):
        printer._source.append(" ")  # 1 .real: else it were a float
    printer._source.append(f".{node.attr}")


def _print_call(printer: _Printer, node: Any) -> None:
    printer.set_precedence(_Level.ATOM, node.func)
    printer.traverse(node.func)
    write, comma = printer._source.append, ""
    write("(")
    for each in (*node.args, *node.keywords):
        write(comma)
        printer.traverse(each)
        comma = ", "
    write(")")


_QUICK: dict[type, Any] = {
    ast.Name: _print_name,
    ast.Attribute: _print_attribute,
    ast.Call: _print_call,
}


class _Methods(dict[type, tuple[Any, bool]]):
    """The method that prints a class of nodes, and whether its nodes have lines."""

    def __missing__(self, kind: type) -> tuple[Any, bool]:
        name, whatever = f"visit_{kind.__name__}", _Printer.generic_visit
        method = _QUICK.get(kind) or getattr(_Printer, name, whatever)
        found = method, issubclass(kind, (ast.stmt, ast.ExceptHandler))
        self[kind] = found
        return found


_METHODS = _Methods()


def _fits(literal: str, quote: str) -> bool:
    return quote not in literal and not (len(quote) == 3 and literal.endswith(quote[0]))


def _escaped(text: str, quote: str) -> str:
    shown = "".join(
        char if char.isprintable() and char != "\\" else _escape(char) for char in text
    )
    return shown if quote not in shown else shown.replace(quote[0], "\\" + quote[0])


def _escape(char: str) -> str:
    return char.encode("unicode_escape").decode("ascii")


def _shifted(text: str, margin: int) -> str:
    first, *rest = text.split("\n")
    if not rest:
        return text
    *inner, last = rest  # the last is not blank: the closing quotes stand in it
    moved = (line[margin:] if line.strip() else "" for line in inner)
    return "\n".join([first, *moved, last[margin:]])
