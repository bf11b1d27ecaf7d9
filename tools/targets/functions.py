"""TARGET: resolves a function in a file or module, or a graph in a file."""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from ..failures import BAD_INPUT, Failure, described
from .modules import load_module

ONNX: Final = ".onnx"
GRAPH_SUFFIXES: Final = (".pb", ".pbtxt", ".json", ONNX)
STANDARD_INPUT: Final = "-"
"""In place of a file: the graph that another command writes."""


@dataclass(frozen=True)
class FunctionTarget:
    """A Python function and where it was found."""

    text: str
    module: ModuleType
    function: Any
    owner: type | None = None
    """The class whose method it is, if it must be called on an object."""

    def callable(self) -> Any:
        """The function, or the method of an object that the class makes by itself.

        Raises:
          Failure: for a class, or one that needs arguments to make an object.
        """
        name = self.text.rpartition(":")[2]
        if isinstance(self.function, type):
            raise Failure(
                f"{self.text} is a class: name one of its methods, such as "
                f"{self.text}.{_first_method(self.function)}, or a function that "
                f"makes and uses its objects.",
                BAD_INPUT,
            )
        if self.owner is None:
            return self.function
        try:
            made = self.owner()
        except Exception as error:
            kind = self.owner.__name__
            raise Failure(
                f"{name} needs an object, and {kind}() fails: {described(error)}. Make "
                f"one in the file, as in `model = {kind}(...)`, and name its method: "
                f"{self.text.rpartition(':')[0]}:model.{name.rpartition('.')[2]}.",
                BAD_INPUT,
            ) from error
        return getattr(made, name.rpartition(".")[2])


def is_graph_file(target: str) -> bool:
    """Whether the target is a graph in a file.

    >>> is_graph_file("model.pb"), is_graph_file("net.onnx"), is_graph_file("m.py:f")
    (True, True, False)
    """
    return target == STANDARD_INPUT or target.endswith(GRAPH_SUFFIXES)


def load_function(target: str) -> FunctionTarget:
    """The function that ``file.py:name`` or ``package.module:name`` names.

    Raises:
      Failure: if the file, module or function is missing; for a function, lists others.
    """
    return function_in(module_of(target), target)


def module_of(target: str) -> ModuleType:
    """The module of ``file.py:name`` or ``package.module:name``; imports it.

    Raises:
      Failure: if the file or module is missing, or the target has no function.
    """
    place, separator, name = target.rpartition(":")
    if not separator or not place or not name:
        raise Failure(_without_function(target), BAD_INPUT)
    return load_module(place)


def function_in(module: ModuleType, target: str) -> FunctionTarget:
    """The function that a target names, in its module.

    Raises:
      Failure: if the function is missing; lists the names of the module or class.
    """
    place, _, name = target.rpartition(":")
    owner, found = _attribute(module, name, place)
    return FunctionTarget(target, module, found, owner)


def _without_function(target: str) -> str:
    if is_graph_file(target) and not Path(target).is_dir():
        return f"{target} is a graph: this verb takes a function, as file.py:function."
    path = Path(target)
    if (path / "saved_model.pb").is_file():
        return (
            f"{target} is a SavedModel: this verb takes a function, as "
            "file.py:function."
        )
    if path.is_dir():
        return (
            f"{target} is a folder: name a graph file in it, or a function as "
            f"file.py:function."
        )
    if not path.is_file() or path.suffix != ".py":
        return (
            f"{target!r} names no function: write file.py:function, "
            f"package.module:function, or a .pb, .pbtxt, .json or .onnx file."
        )
    names = _functions_in(path)
    offered = f"it defines {', '.join(names)}." if names else "it defines none."
    example = names[0] if names else "function"
    return f"{target!r} names no function: write {target}:{example}; {offered}"


def _functions_in(path: Path) -> list[str]:
    import ast

    try:
        tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError):
        return []
    return [each.name for each in tree.body if isinstance(each, ast.FunctionDef)]


def _attribute(module: ModuleType, name: str, place: str) -> tuple[type | None, Any]:
    owner: Any = None
    found: Any = module
    for part in name.split("."):
        if not hasattr(found, part):
            raise Failure(_missing(found, part, name, place), BAD_INPUT)
        owner, found = found, getattr(found, part)
    if not callable(found):
        raise Failure(
            f"{place}: {name} is not a function but of type {type(found).__name__}.",
            BAD_INPUT,
        )
    return _needed_owner(owner, name.rpartition(".")[2]), found


def _needed_owner(owner: Any, name: str) -> type | None:
    """The class, if the attribute is a method that takes an object first."""
    if not isinstance(owner, type):
        return None
    stored = inspect.getattr_static(owner, name)
    if isinstance(stored, (staticmethod, classmethod)):
        return None
    return owner if hasattr(stored, "__get__") else None


def _first_method(owner: type) -> str:
    methods = (name for name, each in vars(owner).items() if callable(each))
    return next((name for name in methods if not name.startswith("_")), "__call__")


def _missing(owner: Any, part: str, name: str, place: str) -> str:
    offered = [
        each
        for each, value in vars(owner).items()
        if callable(value) and not each.startswith("_")
    ]
    if callable(owner) and not isinstance(owner, type):
        return (
            f"{place} has no {name!r}: what a function makes has no name outside it. "
            f"Call the function in the file, and name what it gives."
        )
    close = get_close_matches(part, offered, n=1)
    hint = f"did you mean {close[0]!r}?" if close else f"it has {', '.join(offered)}."
    if isinstance(owner, ModuleType) and getattr(owner, "__file__", None) is None:
        return (
            f"{place} is a folder that is no package: name a file in it, as "
            f"{place}/FILE.py:{name}."
        )
    return f"{place} has no function {name!r}; " + (
        hint if offered else "it defines none."
    )


def load_graph(target: str) -> Any:
    """The ``graphir.Graph`` in a file; unknown ops are preserved.

    Raises:
      Failure: if the file is missing, damaged, or holds no valid graph.
    """
    import graphir
    from graphir.errors import GraphirError

    if target.endswith(ONNX):
        return _load_onnx(target)
    message = load_message(target)
    try:
        return graphir.from_graph_def(message)
    except GraphirError as error:
        raise Failure(f"{target}: {error}", BAD_INPUT) from error


def load_message(target: str) -> Any:
    """The ``GraphDef`` in a file.

    Raises:
      Failure: if the file is missing, damaged, or holds no valid graph.
    """
    import graphir
    from graphir.errors import GraphirError

    if target == STANDARD_INPUT:
        return _message_of_input()
    if Path(target).is_dir():
        raise Failure(_without_function(target), BAD_INPUT)
    if target.endswith(ONNX):
        return graphir.to_graph_def(_load_onnx(target))
    if not Path(target).is_file():
        raise Failure(f"{target}: there is no such file.", BAD_INPUT)
    try:
        return graphir.load_graph_def(target, allow_unknown_ops=True)
    except (GraphirError, OSError) as error:
        text = str(error).removeprefix(f"{target}: ")
        raise Failure(f"{target}: {text}", BAD_INPUT) from error


def _message_of_input() -> Any:
    import sys

    from graphir.errors import GraphirError
    from graphir.files import format_of, parse_graph_def
    from graphir.wire.validation import validate_graph_def

    if sys.stdin is None or sys.stdin.isatty():
        raise Failure(
            "- is the graph that another command writes: autograph graph F "
            "--format pb | autograph stats -",
            BAD_INPUT,
        )
    data = sys.stdin.buffer.read()
    try:
        message = parse_graph_def(data, format_of(Path(STANDARD_INPUT), data))
        validate_graph_def(message, allow_unknown_ops=True)
    except GraphirError as error:
        raise Failure(f"standard input: {error}", BAD_INPUT) from error
    return message


def _load_onnx(target: str) -> Any:
    import graphir.onnx
    from graphir.errors import GraphirError

    if not Path(target).is_file():
        raise Failure(f"{target}: there is no such file.", BAD_INPUT)
    try:
        return graphir.onnx.load(target)
    except (GraphirError, OSError) as error:
        text = str(error).removeprefix(f"{target}: ")
        raise Failure(f"{target}: {text}", BAD_INPUT) from error
