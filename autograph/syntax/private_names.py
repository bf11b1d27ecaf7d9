"""Name mangling of private names: `__x` inside `class A` is `_A__x`.

Converted code is compiled outside of the class, so it must say so itself.
"""

from __future__ import annotations

from collections.abc import Callable

from autograph.syntax.kinds import kinds
from autograph.syntax.nodes import Node, children

__all__ = ["class_around", "mangle_private_names"]

_CLASS = kinds("ClassDef")
_DECLARED = kinds("Global", "Nonlocal")


def class_around(qualified: str) -> str | None:
    """The name of the class around the function `qualified`, or None.

    >>> class_around("outer.<locals>.Model.call.<locals>.step")
    'Model'
    >>> class_around("outer.<locals>.step") is None
    True
    """
    path = qualified.split(".")
    for name, after in zip(path[-2::-1], path[:0:-1], strict=True):
        if name != "<locals>" and after != "<locals>":
            return name
    return None


def mangle_private_names(function: Node, class_name: str | None) -> None:
    """Write private names in `function` out in full; changes the tree."""
    prefix = (class_name or "").lstrip("_")
    if not prefix:
        return

    def mangled(name: str) -> str:
        return f"_{prefix}{name}" if _is_private(name) else name

    stack = children(function)
    while stack:
        node = stack.pop()
        _mangle(node, mangled)
        if not isinstance(node, _CLASS):
            stack += children(node)


def _is_private(name: str) -> bool:
    return name.startswith("__") and not name.endswith("__") and "." not in name


def _mangle(node: Node, mangled: Callable[[str], str]) -> None:
    for field in ("id", "attr", "arg", "name", "asname", "rest"):
        value = getattr(node, field, None)
        if isinstance(value, str):
            setattr(node, field, mangled(value))
    if isinstance(node, _DECLARED):
        node.names = [mangled(name) for name in node.names]
