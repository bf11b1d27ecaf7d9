"""Stub files of `runtime`, `graphir` and `autograph`, made from public names.

The first two resolve their names on first use, which no type checker sees; a stub
imports each name from its module, whose annotations are its types. ``python -m
tools.stubs`` writes the files, a test compares them.
"""

from __future__ import annotations

import argparse
import ast
import inspect
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Any, Final

from graphir import dtypes
from graphir.dtypes import DType
from runtime.names.finder import PublicModule
from runtime.namespaces import op_functions
from runtime.namespaces.op_functions import OPS

from .output.files import write_whole
from .typed_texts import Definitions

STUBS: Final = "runtime.stubs"
"""The package of the stubs of public modules: no module of it can be imported."""
HEADER: Final = "# Made by `python -m tools.stubs` of the tables of names.\n"
_OPTIONAL: Final = ("runtime.alias.keras", "runtime.compat.v1.programs.optional")
"""What its names are, depends on a library that may not be installed."""
OPS_MODULE: Final = "runtime.namespaces.op_functions"
_ANY: Final = "from typing import Any\n"

Place = tuple[str, str]
"""A module and a name in it."""
Names = dict[str, Place | FunctionType | str | None]
"""Public name -> its place, or the function if another one made it; of a value without
a place, the text of its type, None if it may have any type."""


def stub_files() -> dict[str, str]:
    """Every stub by its path from the root of the project."""
    from runtime.names.finder import MODULES, places
    from runtime.names.top_level import SECTIONS

    modules = sorted(_with_parents(name for name in MODULES if not _is_private(name)))
    found = {
        "autograph/__init__.pyi": _autograph(),
        "graphir/__init__.pyi": _graphir(),
    }
    top: Names = {}
    for section in SECTIONS:
        top.update(_static(places(section), import_module("runtime")))
    inner = [name for name in modules if "." not in name]
    top = {name: place for name, place in top.items() if name not in inner}
    found["runtime/__init__.pyi"] = _text(top, _imports(STUBS, inner), "runtime")
    for name in modules:
        below = [
            each.removeprefix(f"{name}.")
            for each in modules
            if each.startswith(f"{name}.") and "." not in each[len(name) + 1 :]
        ]
        is_folder = any(each.startswith(f"{name}.") for each in modules)
        path = f"{STUBS}.{name}".replace(".", "/")
        path += "/__init__.pyi" if is_folder else ".pyi"
        imports = _imports(f"{STUBS}.{name}", below)
        if name in MODULES:
            found[path] = _module_text(name, MODULES[name][1], imports, set(below))
        else:  # a package of files: all that it gives, and the public modules in it
            whole = {f"runtime.{name}": "*"}
            found[path] = _module_text(name, whole, imports, set(below))
    return found


def repeats_source(path: str) -> bool:
    """Whether a stub only repeats a package that type checkers could read themselves.

    mypy wants a stub at the root of a package of stubs, and a package of files does not
    tell of the public modules in it.
    """
    from runtime.names.finder import MODULES

    name = path.removesuffix(".pyi").removesuffix("/__init__").replace("/", ".")
    public = name.removeprefix(f"{STUBS}.")
    return name == "autograph" or (public != name and public not in MODULES)


def _with_parents(names: Iterable[str]) -> set[str]:
    """The modules, and the packages that they are in."""
    found = set(names)
    for name in list(found):
        parts = name.split(".")
        found.update(".".join(parts[:size]) for size in range(1, len(parts)))
    return found


def _is_private(name: str) -> bool:
    return any(part.startswith("_") for part in name.split("."))


def _imports(package: str, names: Iterable[str]) -> list[str]:
    return [f"from {package} import {name} as {name}" for name in names]


def _module_text(
    name: str, table: dict[str, str], imports: list[str], below: set[str]
) -> str:
    from runtime.names.finder import places

    if name == "raw_ops":
        return _raw_ops()
    public = import_module(f"runtime.{name}")
    names: Names = {}
    for module, listed in table.items():
        if listed == "*":
            whole = import_module(module)
            known = getattr(whole, "__all__", None) or dir(whole)
            own = {each: (module, each) for each in known if not each.startswith("_")}
            names.update(_static(own, public))
    names.update(_static(places(table), public))
    kept = {each: place for each, place in names.items() if each not in below}
    # a stub beside a package of that name imports from it, one in its place does not
    place = f"{STUBS}.{name}" if f"runtime.{name}" in table else f"runtime.{name}"
    return _text(kept, imports, place)


def _static(table: dict[str, tuple[str, str]], owner: ModuleType) -> Names:
    """The places that a type checker finds too; the others are values of any type."""
    found: Names = {}
    for name, (module, attribute) in table.items():
        if name.startswith("_") and name != "__version__":
            continue
        if attribute == "*":
            package, _, last = module.rpartition(".")
            found[name] = (package, last)
        elif attribute in _names_defined(module):
            made = _made_function(module, attribute)
            found[name] = (module, attribute) if made is None else made
        elif module in _OPTIONAL:
            found[name] = None
        else:
            value = getattr(owner, name, None)
            found[name] = _place_of_value(value) or _PLAIN.get(type(value))
    return found


_PLAIN: Final = {bool: "bool", int: "int", str: "str", type(None): "None"}
"""Types of constants -> their texts."""


def _place_of_value(value: Any) -> Place | None:
    """Where a dtype or public module stands; a function or class that says so truly."""
    if isinstance(value, DType):
        return "graphir.dtypes", _dtype_names()[value]
    if isinstance(value, PublicModule):
        package, _, last = value.__name__.rpartition(".")
        return package.replace("runtime", STUBS, 1), last
    module, name = getattr(value, "__module__", None), getattr(value, "__name__", "")
    is_made_here = isinstance(module, str) and module.partition(".")[0] in _OURS
    if not is_made_here or isinstance(value, (ModuleType, SimpleNamespace)):
        return None
    if name not in _names_defined(str(module)):
        return None
    same = getattr(sys.modules.get(str(module)), name, None) is value
    return (str(module), name) if same else None


_OURS: Final = frozenset(("autograph", "graphir", "runtime"))


@cache
def _dtype_names() -> dict[DType, str]:
    """Dtypes -> their names in their module, the first name of each."""
    found: dict[DType, str] = {}
    for name, value in vars(dtypes).items():
        if isinstance(value, DType):
            found.setdefault(value, name)
    return found


@cache
def _names_defined(module: str) -> frozenset[str]:
    """What the text of a module gives to others: not what it imports for itself."""
    spec = find_spec(module)
    if spec is None or not spec.origin or not Path(spec.origin).is_file():
        return frozenset()
    tree = ast.parse(Path(spec.origin).read_text(encoding="utf-8"))
    given = set(getattr(import_module(module), "__all__", ()))
    return frozenset(_top_names(tree.body, given))


def _made_function(module: str, name: str) -> FunctionType | None:
    """The function of an assignment whose signature its text does not show."""
    value = getattr(import_module(module), name, None)
    if not isinstance(value, FunctionType) or name not in _names_assigned(module):
        return None
    place = _place_of_value(value)
    stands_by_itself = place is not None and place[1] not in _names_assigned(place[0])
    return None if stands_by_itself else value


@cache
def _names_assigned(module: str) -> frozenset[str]:
    spec = find_spec(module)
    if spec is None or not spec.origin:
        return frozenset()
    tree = ast.parse(Path(spec.origin).read_text(encoding="utf-8"))
    kept = [each for each in tree.body if isinstance(each, ast.Assign)]
    return frozenset(_top_names([*kept], set()))


def _top_names(body: list[ast.stmt], given: set[str]) -> Iterator[str]:
    for node in body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            names = (each.asname or each.name.partition(".")[0] for each in node.names)
            yield from (name for name in names if name in given)
        elif isinstance(node, ast.Assign):
            for target in node.targets:
                yield from (n.id for n in ast.walk(target) if isinstance(n, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id


def _text(names: Names, imports: list[str], module: str) -> str:
    lines = list(imports)
    values: list[str] = []
    made = Definitions(set(names))
    for name, place in sorted(names.items()):
        if not name.isidentifier():
            continue
        if isinstance(place, tuple) and place[0] == OPS_MODULE:
            place = getattr(op_functions, place[1])
        if isinstance(place, FunctionType):
            op = OPS.get(place.__name__) if place.__module__ == OPS_MODULE else None
            shown = inspect.signature(place)
            if op is None:
                values.append(made.function(name, place))
            else:
                values += made.op(name, op, shown)
        elif place is None or isinstance(place, str):
            values.append(f"{name}: {place or 'Any'}")
        elif place[0] == module:
            lines.append(f"from . import {place[1]} as {name}")
        elif place[1] == name:
            lines.append(f"from {place[0]} import {name} as {name}")
        else:
            # only a name that is imported as itself is given on
            whence = f"from {place[0]} " if place[0] else ""  # a package itself
            lines.append(f"{whence}import {place[1]} as _{place[1]}")
            values.append(f"{name} = _{place[1]}")
    # a name of Python's that a value takes would hide it: `Any` stands first
    head = HEADER + (_ANY if any(": Any" in each for each in values) else "")
    lines += made.imports
    return head + "\n".join([*sorted(set(lines)), *values]) + "\n"


def _graphir() -> str:
    import graphir
    from graphir.wire.message_names import TOP_LEVEL

    places: Names = {}
    for module, names in vars(graphir)["_NAMES"].items():
        places.update({name: (module, name) for name in names.split()})
    # classes of messages, which are made from a table
    places.update(dict.fromkeys(set(TOP_LEVEL) - set(places)))
    return _text(places, [], "graphir")


def _autograph() -> str:
    """All that the package imports; mypy needs a stub at the root of a stub package."""
    import autograph

    names: Names = {
        name: _place_of_value(getattr(autograph, name))
        for name in vars(autograph)["__all__"]
    }
    return _text(names, [], "autograph")


def _raw_ops() -> str:
    """Every op with its keywords; what they are, the op's signature says."""
    from runtime.namespaces import raw_ops

    names = [
        name
        for name in dir(raw_ops)
        if not name.startswith("_") and name.isidentifier() and not iskeyword(name)
    ]
    made = Definitions(set(names))
    lines: list[str] = []
    for name in names:
        shown = inspect.signature(getattr(raw_ops, name))
        given = [
            each.replace(kind=each.KEYWORD_ONLY) for each in shown.parameters.values()
        ]
        lines += made.op(name, name, shown.replace(parameters=given))
    return HEADER + "\n".join([*sorted(made.imports), *lines]) + "\n"


def stale_files(root: Path) -> list[str]:
    """The stubs that are out of date, or that no table generates."""
    found = stub_files()
    kept = {
        path.relative_to(root).as_posix()
        for path in (root / "runtime" / "stubs").rglob("*.pyi")
    }
    return sorted(kept - set(found)) + [
        name
        for name, text in found.items()
        if not (root / name).is_file()
        or (root / name).read_text(encoding="utf-8") != text
    ]


def main(argv: Sequence[str] | None = None) -> int:
    """Writes every stub, and removes stale stubs; or compares them."""
    parser = argparse.ArgumentParser("stubs", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing")
    root = Path(__file__).parent.parent
    if parser.parse_args(argv).check:
        stale = stale_files(root)
        for name in stale:
            print(f"{name} is not as `python -m tools.stubs` writes it")
        return 1 if stale else 0
    found = stub_files()
    for path in (root / "runtime" / "stubs").rglob("*.pyi"):
        if path.relative_to(root).as_posix() not in found:
            path.unlink()
    for name, text in found.items():
        write_whole(root / name, text)
    print(f"{len(found)} stubs")
    return 0


if __name__ == "__main__":
    sys.exit(main())
