"""`python -m runtime`: launches a program or module that imports `tensorflow`."""

from __future__ import annotations

import os
import runpy
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import Final

from runtime.alias.environment import SITE, as_tensorflow
from runtime.messages.uncaught import FILTER

USAGE: Final = """\
usage: python -m runtime PROGRAM.py [ARG...]
       python -m runtime -m MODULE [ARG...]
       python -m runtime -c COMMAND [ARG...]

Runs a program in which `import tensorflow` gives this runtime."""


def launch(arguments: Sequence[str]) -> int:
    """Runs the program that the arguments name; returns the exit status.

    Raises:
      SystemExit: where the program does.
    """
    if not arguments or arguments[0] in ("-h", "--help"):
        print(USAGE, file=sys.stderr if not arguments else sys.stdout)
        return 0 if arguments else 2
    first, rest = arguments[0], list(arguments[1:])
    if first in ("-m", "-c"):
        if not rest:
            print(f"python -m runtime: {first} needs an argument", file=sys.stderr)
            return 2
        return _run_module(rest) if first == "-m" else _run_command(rest)
    if first.startswith("-"):
        print(f"python -m runtime: no option {first}\n{USAGE}", file=sys.stderr)
        return 2
    return _run_program(first, rest)


def _run_module(arguments: list[str]) -> int:
    _enter(os.getcwd(), arguments)
    name = arguments[0]
    return _run(lambda: runpy.run_module(name, run_name="__main__", alter_sys=True))


def _run_command(arguments: list[str]) -> int:
    _enter("", ["-c", *arguments[1:]])
    return _run_source(arguments[0], "<string>", None)


def _run_program(program: str, rest: list[str]) -> int:
    path = Path(program)
    if path.is_dir() or path.suffix in (".zip", ".pyz"):
        _enter(program, [program, *rest])
        return _run(lambda: runpy.run_path(program, run_name="__main__"))
    try:
        source = path.read_bytes()
    except OSError as error:
        text = f"can't open file {program!r}: {error.strerror}"
        print(f"python -m runtime: {text}", file=sys.stderr)
        return 2
    _enter(str(path.resolve().parent), [program, *rest])
    return _run_source(source, program, program)


def _enter(folder: str, arguments: list[str]) -> None:
    """Sets up the interpreter as Python does before a program, the alias, the hook."""
    sys.argv[:] = arguments
    FILTER.install()
    as_tensorflow()
    sys.path.remove(SITE)
    sys.path[0:1] = [folder, SITE]


def _run_source(source: str | bytes, name: str, file: str | None) -> int:
    """Runs source as the module `__main__`; tells mistakes of syntax as Python does."""
    main = ModuleType("__main__")
    if file is not None:
        main.__file__ = file
    main.__dict__["__builtins__"] = __builtins__
    sys.modules["__main__"] = main
    return _run(lambda: exec(compile(source, name, "exec"), main.__dict__))


def _run(start: Callable[[], object]) -> int:
    """Runs a program; an error that it does not catch is shown without our frames."""
    try:
        start()
    except (SystemExit, KeyboardInterrupt):
        raise
    except BaseException as error:
        frames = error.__traceback__
        while frames is not None and frames.tb_frame.f_code.co_filename == __file__:
            frames = frames.tb_next
        sys.excepthook(type(error), error.with_traceback(frames), frames)
        return 1
    return 0
