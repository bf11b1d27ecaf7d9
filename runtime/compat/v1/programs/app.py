"""`tf.compat.v1.app`: starts a program once its flags are read."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any


def run(
    main: Callable[[Sequence[str]], Any] | None = None,
    argv: Sequence[str] | None = None,
) -> None:
    """Reads the flags that `absl` knows, calls ``main``, and ends the program.

    Args:
      main: a function of the arguments that are left; by default that of the program.
      argv: the arguments; by default those of the program.

    Raises:
      SystemExit: always, with what ``main`` gives.
      ImportError: if absl is not installed.
    """
    started = main or sys.modules["__main__"].main
    _absl("app").run(started, argv=argv)


def _absl(name: str) -> Any:
    try:
        return import_module(f"absl.{name}")
    except ModuleNotFoundError as error:
        raise ImportError(
            f"tf.compat.v1.{name} is that of absl, which is not installed: "
            "pip install absl-py"
        ) from error


def __getattr__(name: str) -> Any:
    if name == "flags":
        return _absl("flags")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = ["run"]
