"""The TensorFlow names that a program uses, with lines, and whether they exist here."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from .ops_used import GRAPHS, SAVED_MODEL, ops_used
from .programs_read import UnreadableError, read_program
from .states import MISSING, PRESENT, NameUsed

PROGRAMS: Final = (".py", ".ipynb")
_OURS: Final = "runtime"
_ALIAS: Final = "tensorflow"


class _Uses:
    """Chains of attributes that begin at an import of TensorFlow or the runtime."""

    def __init__(self, packages: tuple[str, ...]) -> None:
        self._packages = packages
        """What the program may import the names from."""
        self.roots: dict[str, str] = {}
        """Name in the program -> dotted name below `tensorflow`, empty for itself."""
        self.found: dict[str, int] = {}

    def collect(self, tree: ast.AST) -> None:
        """Notes the names that a program uses, without recursion: trees may be deep."""
        # imports first: a function may use what is imported below it
        chains: list[ast.Attribute] = []
        for node in ast.walk(tree):
            if isinstance(node, ast.Import):
                self._import(node)
            elif isinstance(node, ast.ImportFrom):
                self._import_from(node)
            elif isinstance(node, ast.Attribute):
                chains.append(node)
        inner: set[int] = set()
        for each in chains:  # the outermost of a chain is walked first
            if id(each) not in inner:
                self._chain(each, inner)

    def _import(self, node: ast.Import) -> None:
        for each in node.names:
            top, _, rest = each.name.partition(".")
            if top not in self._packages or _is_private(top, rest):
                continue
            self.roots[each.asname or top] = rest if each.asname else ""
            if rest:
                self._note(rest, node.lineno)

    def _import_from(self, node: ast.ImportFrom) -> None:
        top, _, rest = (node.module or "").partition(".")
        if top not in self._packages or node.level:
            return
        for each in node.names:
            full = f"{rest}.{each.name}" if rest else each.name
            if _is_private(top, full):
                continue
            if each.name != "*":
                self.roots[each.asname or each.name] = full
            self._note(rest if each.name == "*" else full, node.lineno)

    def _chain(self, node: ast.Attribute, seen: set[int]) -> None:
        parts: list[str] = []
        inner: ast.expr = node
        while isinstance(inner, ast.Attribute):
            seen.add(id(inner))
            parts.append(inner.attr)
            inner = inner.value
        if isinstance(inner, ast.Name) and inner.id in self.roots:
            names = [*self.roots[inner.id].split("."), *reversed(parts)]
            self._note(".".join(filter(None, names)), node.lineno)

    def _note(self, name: str, line: int) -> None:
        if name:
            self.found.setdefault(name, line)


def names_used(path: Path) -> Iterator[NameUsed]:
    """Each name of `tf` in a program or notebook, by line; each op in a graph.

    For a folder, the names in all its programs and notebooks, with an entry for each
    file that cannot be read; for the folder of a SavedModel, its ops.

    Raises:
      OSError: for a file that cannot be opened.
      UnreadableError: for a file that is no program, notebook or graph.
    """
    if not path.is_dir():
        yield from _used_in(path)
        return
    if (path / SAVED_MODEL).is_file():
        yield from ops_used(path / SAVED_MODEL)
        return
    files = [each for each in path.rglob("*") if each.suffix in PROGRAMS]
    for file in sorted(files):
        if file.is_dir():
            continue
        try:
            yield from _used_in(file)
        except (OSError, UnreadableError) as error:
            line = getattr(error.__cause__, "lineno", None) or 1
            yield NameUsed(file, line, "-", f"unreadable: {error}")


def _used_in(file: Path) -> Iterator[NameUsed]:
    if file.suffix in GRAPHS:
        yield from ops_used(file)
        return
    source = read_program(file)
    try:
        tree = ast.parse(source.text, str(file))
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        told = getattr(error, "msg", None) or str(error)
        reason = told or type(error).__name__
        raise UnreadableError(reason) from error
    uses = _Uses(_packages_of(file))
    uses.collect(tree)
    shortest: dict[str, NameUsed] = {}
    for name, line in sorted(uses.found.items(), key=lambda each: each[1]):
        known, state = _resolved(name)
        place, number = source.place_of(line)
        shortest.setdefault(known, NameUsed(place, number, f"tf.{known}", state))
    yield from shortest.values()


def _packages_of(file: Path) -> tuple[str, ...]:
    """TensorFlow, and this runtime unless the program has a module of that name."""
    beside = file.parent / _OURS
    spec = find_spec(_OURS)
    ours = [] if spec is None else spec.submodule_search_locations or []
    has_own = beside.with_suffix(".py").is_file() or (
        (beside / "__init__.py").is_file() and str(beside.resolve()) not in ours
    )
    return (_ALIAS,) if has_own else (_ALIAS, _OURS)


def _is_private(package: str, name: str) -> bool:
    """Whether a name is of a module of this runtime that is no public one."""
    from runtime.alias import names

    first = name.partition(".")[0]
    if package != _OURS or not first or first in names.list_names(""):
        return False
    return find_spec(f"{_OURS}.{first}") is not None


def _resolved(name: str) -> tuple[str, str]:
    """The part of a dotted name that is one of `tf`, and whether it is here."""
    from runtime.alias import internals, names
    from runtime.namespaces.refusing import refusal_of

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
            reason = refusal_of(value)
            return public, PRESENT if reason is None else f"{MISSING}: {reason}"
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


__all__ = ["MISSING", "PRESENT", "NameUsed", "UnreadableError", "names_used"]
