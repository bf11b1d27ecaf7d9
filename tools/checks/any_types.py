"""Counts the types of public signatures that are `Any`: parameters and results.

Every function, and every method of a class, that the stub files reach is counted once:
an annotation that is `Any`, alone or beside None, and a public value of that type.
Stubs that repeat the text of a package (`autograph`, `tf.data`) are not followed.
Annotations that contain `Any` (`list[Any]`) are reported separately. The count may fall
and never rise: `CEILING` is its limit. `--list [MODULE]` prints each annotation.
"""

from __future__ import annotations

import ast
import inspect
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple

from ..stubs import STUBS, repeats_source, stub_files

CEILING: Final = 1762
"""Lower it with the count."""

_BARE: Final = frozenset(("Any", "Any | None", "None | Any", "Optional[Any]"))
_OURS: Final = frozenset(("autograph", "graphir", "runtime"))
_SELVES: Final = frozenset(("self", "cls", "mcs"))
Function = ast.FunctionDef | ast.AsyncFunctionDef


class Slot(NamedTuple):
    """A parameter or a result of a public function, and its type."""

    module: str
    function: str
    name: str
    """Of the parameter; ``return`` for the result."""
    type_text: str

    @property
    def is_any(self) -> bool:
        """Whether the type is `Any`, alone or beside None."""
        return self.type_text in _BARE

    @property
    def has_any(self) -> bool:
        """Whether the type contains `Any`."""
        names = ast.walk(ast.parse(self.type_text, mode="eval"))
        return any(isinstance(each, ast.Name) and each.id == "Any" for each in names)

    def __str__(self) -> str:
        return f"{self.module}.{self.function}: {self.name}: {self.type_text}"


def slots() -> Iterator[Slot]:
    """Every parameter and result that the stub files reach, each once."""
    places: set[tuple[str, str]] = set()
    for path, text in stub_files().items():
        if repeats_source(path):
            continue
        module = path.removesuffix(".pyi").removesuffix("/__init__").replace("/", ".")
        body = ast.parse(text).body
        yield from _slots_of_body(module, body)
        places.update(_imported(body))
    definitions = {each for place in places for each in _definitions(*place)}
    for module, name in sorted(definitions):
        yield from _slots_of_definition(module, name)


def slots_of_text(text: str, module: str = "") -> list[Slot]:
    """The parameters and results of the public functions of a module's text.

    >>> [str(each) for each in slots_of_text("def f(x: Any) -> int: ...", "m")]
    ['m.f: x: Any', 'm.f: return: int']
    """
    return list(_slots_of_body(module, ast.parse(text).body))


def _imported(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    for node in body:
        if isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            package = node.module.partition(".")[0]
            if package in _OURS and not node.module.startswith(STUBS):
                yield from ((node.module, each.name) for each in node.names)


def _definitions(module: str, name: str) -> Iterator[tuple[str, str]]:
    """What stands in the text: a class has the methods of those that it extends."""
    value = getattr(import_module(module), name, None)
    if not isinstance(value, type):
        yield module, name
        return
    for base in value.__mro__:
        if base.__module__.partition(".")[0] in _OURS:
            yield base.__module__, base.__qualname__


def _slots_of_definition(module: str, qualname: str) -> Iterator[Slot]:
    body = _body_of(module)
    *outer, name = qualname.split(".")
    for each in outer:
        body = next(
            (n.body for n in body if isinstance(n, ast.ClassDef) and n.name == each), []
        )
    found = [each for each in body if getattr(each, "name", None) == name]
    if not found:
        yield from _slots_of_value(module, qualname)
    yield from _slots_of_body(module, found, ".".join([*outer, ""]))


def _slots_of_value(module: str, name: str) -> Iterator[Slot]:
    """The types of a function that another function has made."""
    value = getattr(import_module(module), name, None)
    if not inspect.isfunction(value):
        return
    shown = inspect.signature(value)
    kinds = {each.name: each.annotation for each in shown.parameters.values()}
    for each, kind in {**kinds, "return": shown.return_annotation}.items():
        yield Slot(module, name, each, "Any" if kind is shown.empty else str(kind))


@cache
def _body_of(module: str) -> list[ast.stmt]:
    spec = find_spec(module)
    if spec is None or not spec.origin or not Path(spec.origin).is_file():
        return []
    return ast.parse(Path(spec.origin).read_text(encoding="utf-8")).body


def _slots_of_body(
    module: str, body: list[ast.stmt], outer: str = ""
) -> Iterator[Slot]:
    """The public signatures; of overloads those that are seen, the last one is not."""
    functions = [each for each in body if isinstance(each, Function)]
    overloaded = {each.name for each in functions if _is_overload(each)}
    for node in functions:
        if _is_public(node.name) and (
            node.name not in overloaded or _is_overload(node)
        ):
            yield from _slots_of_function(module, node, outer)
    for each in body:
        if isinstance(each, ast.ClassDef):
            yield from _slots_of_body(module, each.body, f"{outer}{each.name}.")
        elif isinstance(each, ast.AnnAssign) and isinstance(each.target, ast.Name):
            text = ast.unparse(each.annotation)
            if _is_public(each.target.id):
                yield Slot(module, f"{outer}{each.target.id}", "value", text)


def _is_overload(node: Function) -> bool:
    return any(ast.unparse(each) == "overload" for each in node.decorator_list)


def _is_public(name: str) -> bool:
    return not name.startswith("_") or name in _PUBLIC_METHODS


_PUBLIC_METHODS: Final = frozenset(
    ("__init__", "__new__", "__call__", "__getitem__", "__iter__", "__enter__")
)


def _slots_of_function(module: str, node: Function, outer: str) -> Iterator[Slot]:
    given = node.args
    parameters = [*given.posonlyargs, *given.args, *given.kwonlyargs]
    parameters += [each for each in (given.vararg, given.kwarg) if each]
    for each in parameters:
        if each.arg not in _SELVES:
            yield _slot(module, outer + node.name, each.arg, each.annotation)
    yield _slot(module, outer + node.name, "return", node.returns)


def _slot(module: str, function: str, name: str, annotation: Any) -> Slot:
    # without an annotation it is of any type too
    text = "Any" if annotation is None else ast.unparse(annotation)
    return Slot(module, function, name, text.replace("_t.Any", "Any").strip("'\""))


def main(argv: list[str]) -> int:
    """Prints the count; fails above the ceiling."""
    found = list(slots())
    bare = [each for each in found if each.is_any]
    partly = sum(each.has_any for each in found) - len(bare)
    if argv[:1] == ["--list"]:
        named = tuple(argv[1:]) or ("",)
        print(*(each for each in bare if each.module.startswith(named)), sep="\n")
        return 0
    if argv == ["--modules"]:
        for module, count in Counter(each.module for each in bare).most_common():
            print(f"{count:5} {module}")
    print(
        f"types of public signatures: {len(bare)} of {len(found)} are Any, "
        f"{partly} more have it within; at most {CEILING}"
    )
    return int(len(bare) > CEILING)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
