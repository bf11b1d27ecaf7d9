"""`tf.compat.v1.app`: starts a program once its flags are read."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from typing import Any

from graphir.errors import MissingExtraError


def run(
    main: Callable[[Sequence[str]], Any] | None = None,
    argv: Sequence[str] | None = None,
) -> None:
    """Reads the flags that `absl` knows, calls ``main``, and ends the program.

    Arguments that are none of its flags are left in the list that ``main`` gets.

    Args:
      main: a function of the list of remaining arguments; by default ``main`` of the
        program.
      argv: the arguments; by default ``sys.argv``.

    Raises:
      SystemExit: always, with the result of ``main``.
      MissingExtraError: if absl is not installed.
    """
    started = main or sys.modules["__main__"].main
    values = absl_module("flags").FLAGS
    parse = partial(values, known_only=True)
    absl_module("app").run(started, argv=argv, flags_parser=parse)


def absl_module(name: str) -> Any:
    """A module of absl.

    Raises:
      MissingExtraError: if absl is not installed.
    """
    try:
        return import_module(f"absl.{name}")
    except ModuleNotFoundError as error:
        raise MissingExtraError(
            f"tf.compat.v1.{name} is that of absl, which is not installed: "
            "pip install absl-py"
        ) from error


__all__ = ["absl_module", "run"]
