"""Public names that are objects of absl, imported on first use."""

from __future__ import annotations

import sys
from functools import cache
from types import ModuleType
from typing import Any

from runtime.compat.v1.programs.app import absl_module


def __getattr__(name: str) -> Any:
    if name == "flags":
        return _flags()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


@cache
def _flags() -> ModuleType:
    """The names of `absl.flags`, with values that are there without `tf.app.run`."""
    known = absl_module("flags")
    module = ModuleType("flags", known.__doc__)
    vars(module).update({key: getattr(known, key) for key in known.__all__})
    vars(module).update(FLAGS=_Values(known.FLAGS), __all__=known.__all__)
    return module


class _Values:
    """The flags of absl; what is read first reads the arguments of the program."""

    def __init__(self, flags: Any) -> None:
        object.__setattr__(self, "_flags", flags)

    def __getattr__(self, name: str) -> Any:
        flags = object.__getattribute__(self, "_flags")
        if not flags.is_parsed():
            flags(sys.argv)
        return getattr(flags, name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(self._flags, name, value)

    def __delattr__(self, name: str) -> None:
        delattr(self._flags, name)

    def __getitem__(self, name: str) -> Any:
        return self._flags[name]

    def __setitem__(self, name: str, flag: Any) -> None:
        self._flags[name] = flag

    def __contains__(self, name: object) -> bool:
        return name in self._flags

    def __iter__(self) -> Any:
        return iter(self._flags)

    def __len__(self) -> int:
        return len(self._flags)

    def __call__(self, argv: Any, known_only: bool = False) -> Any:
        """Reads arguments; returns those that are none of its flags."""
        return self._flags(argv, known_only=known_only)
