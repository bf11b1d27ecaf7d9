"""Generates a module of converted functions, for programs without source.

The generated module contains the definitions that a function needs from its own module
and from other modules of the same project: nothing is read from them when it runs.
"""

from __future__ import annotations

import ast
import builtins
import importlib
import importlib.util
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from autograph.ahead_of_time.statements import MARKS, StatementConverter
from autograph.errors import ConversionError, SourceUnavailableError
from autograph.kept_modules import is_converted_module
from autograph.syntax.module_parts import ModuleParts, Part
from autograph.syntax.unparse import print_tree

__all__ = ["AheadOfTime", "convert_ahead_of_time"]

_OF_MODULES = frozenset(("__name__", "__file__", "__doc__", "__annotations__"))


@dataclass(frozen=True)
class AheadOfTime:
    """The generated text of a module, and notes for its reader."""

    text: str
    notes: tuple[str, ...]
    """What could not be converted and stands there as it was, with its line."""


def convert_ahead_of_time(module: ModuleType, name: str) -> AheadOfTime:
    """The text of a module that defines `name` of `module` in its converted form.

    The text also has the top-level definitions that it needs, from `module` and from
    modules of the same project: functions and classes are converted, all other
    statements are copied. Values of global variables are computed when the new module
    is imported.

    Raises:
        SourceUnavailableError: the module has no source.
        ConversionError: a function cannot be converted, or a definition that it needs
            cannot be copied.
    """
    bundle = _Bundle(_folder_of_project(module))
    bundle.add(module, {name})
    return AheadOfTime(bundle.text(module, name), bundle.notes())


def _folder_of_project(module: ModuleType) -> str:
    """The folder of the module, or that which holds its package."""
    folder = os.path.dirname(_file_of(module))
    for _ in range(module.__name__.count(".") if module.__package__ else 0):
        folder = os.path.dirname(folder)
    return folder


def _file_of(module: ModuleType) -> str:
    file: str | None = getattr(module, "__file__", None)
    if file is None or not file.endswith(".py"):
        raise SourceUnavailableError(
            f"cannot convert functions of {module.__name__} ahead of time: the module "
            "has no source file"
        )
    return os.path.abspath(file)


@dataclass
class _Bundle:
    """The statements collected so far; those of imported modules come first."""

    folder: str
    lines: list[str] = field(default_factory=list)
    has_lazy_annotations: bool = False
    _parts: dict[str, ModuleParts] = field(default_factory=dict)
    _taken: dict[str, set[int]] = field(default_factory=dict)
    _converters: dict[str, StatementConverter] = field(default_factory=dict)
    _holders: dict[str, ModuleType] = field(default_factory=dict)

    def add(self, module: ModuleType, names: set[str]) -> None:
        """Collect the statements that `names` of `module` depend on."""
        parts = self._parts_of(module)
        needed = parts.needed_for(names)
        reads = set(names).union(*(part.reads for part in needed))
        self._check(module, reads, needed)
        taken = self._taken.setdefault(module.__name__, set())
        for part in needed:
            if id(part) not in taken:
                taken.add(id(part))
                self._add_part(module, part, reads)

    def _parts_of(self, module: ModuleType) -> ModuleParts:
        found = self._parts.get(module.__name__)
        if found is None:
            file = _file_of(module)
            try:
                with open(file, encoding="utf-8") as opened:
                    text = opened.read()
            except OSError as error:
                raise SourceUnavailableError(
                    f"cannot read the source of {module.__name__}: {error}"
                ) from error
            found = self._parts[module.__name__] = ModuleParts(text, file)
            self._converters[module.__name__] = StatementConverter(module, found)
            self.has_lazy_annotations |= found.has_lazy_annotations
        return found

    def _check(self, module: ModuleType, reads: set[str], needed: list[Part]) -> None:
        """Every name is made by one of the statements, and means one thing."""
        bound = set[str]().union(*(part.binds for part in needed))
        has_star = any(part.binds_anything for part in needed)
        for name in sorted(reads - bound):
            is_known = hasattr(builtins, name) or name in _OF_MODULES or has_star
            if not is_known and name in vars(module):
                raise ConversionError(
                    f"{name!r} is assigned by no statement at the top level of "
                    f"{module.__name__}, so it cannot be copied",
                    module.__file__,
                )
        operators = {each.operators_name for each in self._converters.values()}
        for name in sorted(bound & vars(module).keys()):
            holder = self._holders.setdefault(name, module)
            is_other = vars(holder).get(name) is not vars(module)[name]
            if is_other or name in operators:
                raise ConversionError(
                    f"{name!r} means one thing in {holder.__name__} and another in "
                    f"{module.__name__}: give one of them another name",
                    module.__file__,
                )

    def _add_part(self, module: ModuleType, part: Part, reads: set[str]) -> None:
        statement = part.statement
        if isinstance(statement, (ast.Import, ast.ImportFrom)):
            self.lines += self._imported(module, statement, reads)
            return
        converted = self._converters[module.__name__](statement)
        place = f"{os.path.basename(_file_of(module))}:{statement.lineno}"
        is_definition = isinstance(
            statement, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
        )
        head = f"\n\n# {place}\n" if is_definition else ""
        self.lines.append(head + print_tree(converted).text.strip("\n"))

    def _imported(
        self, module: ModuleType, statement: Any, reads: set[str]
    ) -> Iterator[str]:
        """The needed part of an import; for modules of this project, the statements."""
        for alias in statement.names:
            name = alias.asname or alias.name.partition(".")[0]
            if name not in reads and alias.name != "*":
                continue
            if isinstance(statement, ast.Import):
                self._refuse_project_module(module, alias.name, statement)
                yield ast.unparse(ast.Import([alias]))
                continue
            source = _absolute(module, statement)
            held = self._project_module(source)
            if held is None:
                kept = ast.ImportFrom(source, [alias], 0)
                yield ast.unparse(kept)
                continue
            self._refuse_project_module(module, f"{source}.{alias.name}", statement)
            if alias.name == "*":
                raise ConversionError(
                    f"`from {source} import *` does not name the objects that it "
                    "imports: list them",
                    module.__file__,
                    statement.lineno,
                )
            self.add(held, {alias.name})
            if name != alias.name:
                yield f"{name} = {alias.name}"

    def _project_module(self, name: str) -> ModuleType | None:
        """The module, if it is part of the project and not a library."""
        try:
            module = importlib.import_module(name)
        except ImportError:
            return None
        file = getattr(module, "__file__", None) or ""
        is_ours = os.path.abspath(file).startswith(self.folder + os.sep)
        is_library = "site-packages" in file or not is_converted_module(name)
        return module if is_ours and not is_library else None

    def _refuse_project_module(
        self, module: ModuleType, name: str, statement: ast.stmt
    ) -> None:
        if self._project_module(name) is not None:
            raise ConversionError(
                f"the module {name} is imported as a whole: its functions cannot be "
                f"converted ahead of time; write `from {name} import ...` with the "
                "names that are needed",
                module.__file__,
                statement.lineno,
            )

    def notes(self) -> tuple[str, ...]:
        """The statements that could not be converted."""
        return tuple(note for each in self._converters.values() for note in each.notes)

    def text(self, module: ModuleType, name: str) -> str:
        """The module, whole."""
        operators = {each.operators_name: None for each in self._converters.values()}
        file = os.path.basename(_file_of(module))
        lines = [
            f'"""{name} of {file}, converted ahead of time by `autograph code`."""'
        ]
        if self.has_lazy_annotations:
            lines.append("from __future__ import annotations")
        lines += [f"from autograph import operators as {each}" for each in operators]
        lines.append(f"from autograph import artifacts as {MARKS}")
        lines += self.lines
        lines.append(f"\n__all__ = [{name!r}]")
        return "\n".join(lines) + "\n"


def _absolute(module: ModuleType, statement: ast.ImportFrom) -> str:
    relative = "." * statement.level + (statement.module or "")
    if not statement.level:
        return relative
    return importlib.util.resolve_name(relative, module.__package__ or "")
