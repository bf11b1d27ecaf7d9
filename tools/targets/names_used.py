"""The TensorFlow names that a program uses, with lines, and whether they exist here."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PRESENT = "present"
MISSING = "missing"


@dataclass(frozen=True)
class NameUsed:
    """One name of `tf` at its first use in a file."""

    path: Path
    line: int
    name: str
    state: str
    """Whether it is here: `present`, or `missing` and why."""


class _Uses(ast.NodeVisitor):
    """Chains of attributes that begin at an import of TensorFlow."""

    def __init__(self) -> None:
        self.roots: dict[str, str] = {}
        """Name in the program -> dotted name below `tensorflow`, empty for itself."""
        self.found: dict[str, int] = {}

    def visit_Import(self, node: ast.Import) -> None:
        for each in node.names:
            top, _, rest = each.name.partition(".")
            if top != "tensorflow":
                continue
            self.roots[each.asname or top] = rest if each.asname else ""
            if rest:
                self._note(rest, node.lineno)

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        top, _, rest = (node.module or "").partition(".")
        if top != "tensorflow" or node.level:
            return
        for each in node.names:
            full = f"{rest}.{each.name}" if rest else each.name
            if each.name != "*":
                self.roots[each.asname or each.name] = full
            self._note(rest if each.name == "*" else full, node.lineno)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        parts: list[str] = []
        inner: ast.expr = node
        while isinstance(inner, ast.Attribute):
            parts.append(inner.attr)
            inner = inner.value
        if isinstance(inner, ast.Name) and inner.id in self.roots:
            names = [*self.roots[inner.id].split("."), *reversed(parts)]
            self._note(".".join(filter(None, names)), node.lineno)
            return
        self.generic_visit(node)

    def _note(self, name: str, line: int) -> None:
        if name:
            self.found.setdefault(name, line)


def names_used(path: Path) -> Iterator[NameUsed]:
    """Each name of `tf` in a program, or in the programs of a folder, by line.

    Raises:
      SyntaxError: for a file that is no Python.
    """
    files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
    for file in files:
        tree = ast.parse(file.read_bytes(), str(file))
        uses = _Uses()
        # imports first: a function may use what is imported below it
        for node in ast.walk(tree):
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                uses.visit(node)
        uses.visit(tree)
        shortest: dict[str, NameUsed] = {}
        for name, line in uses.found.items():
            known, state = _resolved(name)
            shortest.setdefault(known, NameUsed(file, line, f"tf.{known}", state))
        yield from sorted(shortest.values(), key=lambda each: each.line)


def _resolved(name: str) -> tuple[str, str]:
    """The part of a dotted name that is one of `tf`, and whether it is here."""
    from runtime.alias import internals, names

    parts = name.split(".")
    if parts[0] in internals.TOPS:
        return _internal(parts)
    walked = ""
    for position, part in enumerate(parts):
        public = ".".join(parts[: position + 1])
        try:
            value = names.find(walked, part)
        except AttributeError:
            return public, MISSING
        except (ImportError, NotImplementedError) as error:
            return public, f"{MISSING}: {error}"
        if not names.is_namespace(value):
            return public, PRESENT
        if not names.is_ours(value):
            return name, PRESENT  # the rest is another library's
        walked = public
    return name, PRESENT


def _internal(parts: list[str]) -> tuple[str, str]:
    from runtime.alias import internals

    for end in range(len(parts), 1, -1):
        module = "tensorflow." + ".".join(parts[: end - 1])
        if internals.find(module, parts[end - 1]) is not None:
            return ".".join(parts[:end]), PRESENT
    name = ".".join(parts)
    if internals.is_known(f"tensorflow.{name}"):
        return name, PRESENT
    return name, f"{MISSING}: {internals.refusal(f'tensorflow.{name}')}"
