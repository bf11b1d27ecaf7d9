"""The state that a function can reach: Python's objects, and a runtime's variables."""

from __future__ import annotations

from typing import Any

from autograph.checking.stages import registered
from autograph.operators.effects import DEEPEST, Mutables, parts_of


class State:
    """A snapshot of the mutable objects and variables reachable from some names."""

    def __init__(self, roots: dict[str, Any]) -> None:
        self.mutables = Mutables(roots)
        self._variables: dict[int, tuple[str, Any, Any]] = {}
        seen: set[int] = set()
        for name, root in roots.items():
            self._find_variables(name, root, seen, 0)

    def _find_variables(
        self, path: str, value: Any, seen: set[int], depth: int
    ) -> None:
        if id(value) in seen or depth > DEEPEST:
            return
        seen.add(id(value))
        for name, variable in registered.variables_of(value).items():
            held = path + name, variable, variable.numpy()
            self._variables.setdefault(id(variable), held)
        for step, part in parts_of(value):
            self._find_variables(path + step, part, seen, depth + 1)

    def changes(self) -> dict[str, Any]:
        """The new content of every changed object, by path."""
        found = self.mutables.changes()
        for path, variable, before in self._variables.values():
            now = variable.numpy()
            if not _is_same(now, before):
                found[path] = now
        return found

    def restore(self) -> None:
        """Restore the initial content of all that changed."""
        self.mutables.restore()
        for _, variable, before in self._variables.values():
            variable.assign(before)


def _is_same(now: Any, before: Any) -> bool:
    """Whether two values of a variable are the same bits, or the same texts."""
    if getattr(now, "shape", ()) != getattr(before, "shape", ()):
        return False
    if hasattr(now, "tobytes") and now.dtype != object:
        return bool(now.tobytes() == before.tobytes())
    plain = [
        each.tolist() if hasattr(each, "tolist") else each for each in (now, before)
    ]
    return bool(plain[0] == plain[1])
