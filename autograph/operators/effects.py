"""Side effects: detects and undoes changes to lists, dicts, sets and attributes.

Objects are compared with a snapshot and restored from it; iterators cannot be restored.
"""

from __future__ import annotations

import dis
import inspect
import sys
from collections.abc import Iterator
from types import CodeType, FunctionType, MethodType, ModuleType
from typing import Any
from weakref import WeakKeyDictionary

from autograph.kept_modules import is_converted_module
from autograph.operators.iterator_positions import Position, is_iterator, position_of

__all__ = ["DEEPEST", "Mutables", "is_changeable", "parts_of"]

DEEPEST = 4
_STORE_ATTR = dis.opmap["STORE_ATTR"]
_NO_STATE = (type, ModuleType, FunctionType, MethodType)


class Mutables:
    """A snapshot of the mutable objects reachable from some names.

    >>> names = [1]
    >>> mutables = Mutables({"names": names})
    >>> names.append(2)
    >>> mutables.changes()
    {'names': [1, 2]}
    >>> mutables.restore()
    >>> names
    [1]
    """

    def __init__(self, roots: dict[str, Any], deepest: int = DEEPEST) -> None:
        self._deepest = deepest
        self._held: dict[int, tuple[str, Any, Any]] = {}
        for name, root in roots.items():
            self._hold(name, root, 0)

    def _hold(self, path: str, value: Any, depth: int) -> None:
        if id(value) in self._held or depth > self._deepest:
            return
        content = _content(value)
        if content is None:
            return
        self._held[id(value)] = (path, value, content)
        for step, part in _parts(value):
            self._hold(path + step, part, depth + 1)

    def changes(self) -> dict[str, Any]:
        """The new content of changed objects, by path: `self.items[0]`.

        Of an object, each changed attribute has an entry.
        """
        found: dict[str, Any] = {}
        for path, value, before in self._held.values():
            now = _content(value)
            if _is_same(before, now):
                continue
            if isinstance(value, (list, dict, set)) or isinstance(before, Position):
                found[path] = now
                continue
            for name in {**before, **now}:
                if before.get(name, _MISSING) is not now.get(name, _MISSING):
                    found[f"{path}.{name}"] = now.get(name)
        return found

    def before(self, path: str) -> Any:
        """The initial content of the object at `path`; None if no object is there."""
        return next((old for at, _, old in self._held.values() if at == path), None)

    def holds(self, value: Any) -> bool:
        """Whether `value` is one of the objects."""
        return id(value) in self._held

    def path_of(self, value: Any) -> str:
        """The path of one of the objects."""
        return self._held[id(value)][0]

    def restore(self) -> None:
        """Restore the initial content of every object."""
        for _, value, before in self._held.values():
            if isinstance(before, Position):
                continue
            if isinstance(value, list):
                value[:] = before
            elif isinstance(value, (dict, set)):
                value.clear()
                value.update(before)
            else:
                for name in _content(value).keys() - before.keys():
                    del value.__dict__[name]
                value.__dict__.update(before)


_MISSING = object()


def is_changeable(value: Any) -> bool:
    """Whether `Mutables` sees when the object changes.

    >>> is_changeable([]), is_changeable(iter("ab")), is_changeable("ab")
    (True, True, False)
    """
    return _content(value) is not None


def _content(value: Any) -> Any:
    """A shallow copy of the mutable content of `value`; None if it has none."""
    if isinstance(value, (list, dict, set)):
        return value.copy()
    module = type(value).__module__
    if is_iterator(value) and module.partition(".")[0] in sys.stdlib_module_names:
        return position_of(value)
    is_data = module == "builtins" or not is_converted_module(module)
    if is_data or isinstance(value, _NO_STATE):
        return None
    attributes = getattr(value, "__dict__", None)
    if not isinstance(attributes, dict):
        return None
    kept = _attributes_of_libraries(type(value))
    return {name: each for name, each in attributes.items() if name not in kept}


_by_class: WeakKeyDictionary[type, frozenset[str]] = WeakKeyDictionary()


def _attributes_of_libraries(cls: type) -> frozenset[str]:
    """The attributes that a class inherits from classes of code that is not converted.

    They are the library's own notes, such as whether a layer is built: it changes them
    whenever it is called, and knows that it may be recorded.
    """
    found = _by_class.get(cls)
    if found is None:
        libraries = (each for each in cls.__mro__[1:] if _is_library(each))
        found = frozenset().union(*map(_assigned_by, libraries))
        _by_class[cls] = found
    return found


def _is_library(cls: type) -> bool:
    return cls.__module__ != "builtins" and not is_converted_module(cls.__module__)


def _assigned_by(cls: type) -> set[str]:
    """The names of the attributes to which the methods of a class assign."""
    found: set[str] = set()
    for member in vars(cls).values():
        accessors: tuple[Any, ...] = (member,)
        if isinstance(member, property):
            accessors = (member.fget, member.fset)
        for each in accessors:
            code = getattr(
                inspect.unwrap(getattr(each, "__func__", each)), "__code__", None
            )
            if isinstance(code, CodeType):
                found |= _assigned_in(code)
    return found


def _assigned_in(code: CodeType) -> set[str]:
    found: set[str] = set()
    if _STORE_ATTR in code.co_code[::2]:
        stores = (i for i in dis.get_instructions(code) if i.opcode == _STORE_ATTR)
        found = {str(each.argval) for each in stores}
    inner = (each for each in code.co_consts if isinstance(each, CodeType))
    return found.union(*map(_assigned_in, inner))


def parts_of(value: Any) -> list[tuple[str, Any]]:
    """The items or attributes of an object whose changes `Mutables` sees, by path.

    >>> parts_of({"a": 1})
    [("['a']", 1)]
    """
    return list(_parts(value)) if is_changeable(value) else []


def _parts(value: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(value, list):
        yield from ((f"[{index}]", each) for index, each in enumerate(value))
    elif isinstance(value, dict):
        yield from ((f"[{key!r}]", each) for key, each in value.items())
    elif not isinstance(value, set) and not is_iterator(value):
        yield from ((f".{name}", each) for name, each in _content(value).items())


def _is_same(before: Any, now: Any) -> bool:
    if isinstance(before, list):
        return len(before) == len(now) and all(
            a is b for a, b in zip(before, now, strict=True)
        )
    if isinstance(before, (set, Position)):
        return bool(before == now)
    if now is None:
        return False
    return before.keys() == now.keys() and all(
        before[key] is now[key] for key in before
    )
