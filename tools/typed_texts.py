"""Definitions for stub files: functions that another function has made, and ops.

A type checker sees no signature in ``sin = _floats("Sin")``; at run time the function
has one, with annotations as text.
"""

from __future__ import annotations

import ast
import builtins
import inspect
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from .op_types import parameter_types, result_fields, result_type

_FROM_TYPING: Final = frozenset(("Any", "Literal", "NamedTuple", "NoReturn"))
_PREFIXES: Final = {"_t": "import typing as _t", "_b": "import builtins as _b"}
_Empty: Final = inspect.Parameter.empty


class Definitions:
    """The definitions of one stub file and what they import.

    ``hidden`` are its public names: a builtin that one of them hides is written with a
    prefix, as ``_b.bool``.
    """

    def __init__(self, hidden: Collection[str]) -> None:
        self.hidden = hidden
        self.imports: set[str] = set()

    def function(self, name: str, made: Callable[..., Any]) -> str:
        """The line that declares a function that was made by another one."""
        shown = inspect.signature(made)
        types = {each.name: each.annotation for each in shown.parameters.values()}
        return self.declared(name, shown, types, shown.return_annotation)

    def op(self, name: str, op: str, shown: inspect.Signature) -> list[str]:
        """The lines that declare an op's function, after the named tuple it returns."""
        line = self.declared(name, shown, parameter_types(op), result_type(op))
        fields = result_fields(op)
        if not fields:
            return [line]
        self.imports.add(_PREFIXES["_t"])
        listed = ", ".join(
            f"({field!r}, {self.type_text(kind)})" for field, kind in fields.items()
        )
        kind = result_type(op)
        return [f"{kind} = _t.NamedTuple({kind!r}, [{listed}])", line]

    def declared(
        self,
        name: str,
        shown: inspect.Signature,
        types: Mapping[str, Any],
        result: Any,
    ) -> str:
        """The line of a function with these parameters, types and result."""
        parts: list[str] = []
        kinds = inspect.Parameter
        for each in shown.parameters.values():
            stars: dict[object, str] = {
                kinds.VAR_POSITIONAL: "*",
                kinds.VAR_KEYWORD: "**",
            }
            star = stars.get(each.kind, "")
            is_first = not any(part.startswith("*") for part in parts)
            if each.kind is kinds.KEYWORD_ONLY and is_first:
                parts.append("*")
            kind = types.get(each.name, types.get(each.name.rstrip("_"), _Empty))
            default = "" if each.default is _Empty else " = ..."
            parts.append(f"{star}{each.name}: {self.type_text(kind)}{default}")
        return f"def {name}({', '.join(parts)}) -> {self.type_text(result)}: ..."

    def type_text(self, annotation: Any) -> str:
        """The text of a type in names of the stub file; notes the needed imports."""
        if annotation is _Empty:
            annotation = "Any"
        text = annotation if isinstance(annotation, str) else _text_of(annotation)
        tree = ast.parse(text, mode="eval")
        for each in ast.walk(tree):
            if isinstance(each, ast.Name):
                each.id = self._name(each.id)
        return ast.unparse(tree)

    def _name(self, name: str) -> str:
        if name in _FROM_TYPING:
            return self._prefixed("_t", name)
        if hasattr(builtins, name):
            return self._prefixed("_b", name) if name in self.hidden else name
        if name.startswith("_"):
            return name  # the stub defines it
        module = _modules_of_types()[name]
        if name in self.hidden:
            self.imports.add(f"from {module} import {name} as _{name}")
            return f"_{name}"
        self.imports.add(f"from {module} import {name}")
        return name

    def _prefixed(self, module: str, name: str) -> str:
        self.imports.add(_PREFIXES[module])
        return f"{module}.{name}"


def _text_of(annotation: Any) -> str:
    return annotation.__name__ if isinstance(annotation, type) else str(annotation)


@cache
def _modules_of_types() -> Mapping[str, str]:
    """Where each class stands, and each name that a module of the runtime imports."""
    root = Path(__file__).parent.parent
    defined: dict[str, str] = {}
    found: dict[str, str] = {}
    for path in sorted((root / "runtime").rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        module = ".".join(path.relative_to(root).with_suffix("").parts)
        for each in tree.body:
            if isinstance(each, ast.ClassDef):
                defined[each.name] = module.removesuffix(".__init__")
        found.update(_imported(tree))
    return defined | found


def _imported(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for each in node.names:
                if each.asname is None:
                    yield each.name, node.module
