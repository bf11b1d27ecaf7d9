"""``--arg``: parses arguments as specs and literals; nothing is evaluated.

f32[2,3]   a spec; ? is an unknown size, f32[] a scalar, f32[...] any shape
i32=5      a tensor of that dtype, from a literal
[1.0, 2]   a literal; lists become tensors where the function uses them so
x=...      the argument called x, in one of the forms above or
x=a.npz[k] the array k of a file
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from ..failures import BAD_INPUT, Failure

_SPEC: Final = re.compile(r"(\w+)\[(.*)\]$")
_TYPED: Final = re.compile(r"(\w+)=(.+)$", re.DOTALL)
_NAMED: Final = re.compile(r"([A-Za-z_.][\w./>:-]*)=(.+)$", re.DOTALL)
_ARCHIVE: Final = re.compile(r"(.+\.npz)\[(.+)\]$")
_NO_ARRAYS: Final = "{} holds no plain arrays; write it with numpy.save or savez"
_ARRAY_FILE: Final = re.compile(r"(.+\.npy)$")


@dataclass(frozen=True)
class Arguments:
    """Positional and named arguments, ready for a call."""

    positional: tuple[Any, ...]
    named: dict[str, Any]

    @property
    def has_specs(self) -> bool:
        """Whether an argument is a spec, which can be traced but not run."""
        import runtime as tf

        values = (*self.positional, *self.named.values())
        return any(isinstance(value, tf.TensorSpec) for value in values)


def parse_arguments(texts: list[str]) -> Arguments:
    """The arguments that the texts of ``--arg`` describe.

    >>> parse_arguments(["i32=5", "n=3"]).named
    {'n': 3}

    Raises:
      Failure: naming the text that cannot be read, and the forms that can.
    """
    positional: list[Any] = []
    named: dict[str, Any] = {}
    for text in texts:
        name, rest = _split_name(text)
        value = _value(rest, text)
        if name is None:
            positional.append(value)
        elif name in named:
            raise Failure(f"--arg {text!r}: {name} is given twice.", BAD_INPUT)
        else:
            named[name] = value
    return Arguments(tuple(positional), named)


def _split_name(text: str) -> tuple[str | None, str]:
    match = _NAMED.match(text)
    if match is None or _dtype(match[1]) is not None:
        return None, text
    return match[1], match[2]


def _dtype(name: str) -> Any:
    from graphir import dtypes

    try:
        return dtypes.as_dtype(name)
    except TypeError:
        return None


def _value(text: str, whole: str) -> Any:
    import runtime as tf

    spec = _SPEC.match(text)
    if spec is not None and _dtype(spec[1]) is not None:
        return tf.TensorSpec(_shape(spec[2], whole), _dtype(spec[1]))
    archive = _ARCHIVE.match(text)
    if archive is not None:
        return tf.constant(_array_of(Path(archive[1]), archive[2], whole))
    if _ARRAY_FILE.match(text):
        return tf.constant(_array_of(Path(text), None, whole))
    typed = _TYPED.match(text)
    if typed is not None and _dtype(typed[1]) is not None:
        return _tensor(typed[2], _dtype(typed[1]), whole)
    literal = _literal(text, whole)
    return _tensor(text, None, whole) if isinstance(literal, list) else literal


def _tensor(text: str, dtype: Any, whole: str) -> Any:
    import runtime as tf

    try:
        return tf.constant(_literal(text, whole), dtype)
    except (TypeError, ValueError) as error:
        raise _refused(whole, str(error)) from error


def _literal(text: str, whole: str) -> Any:
    try:
        return ast.literal_eval(text)
    except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError) as error:
        raise _refused(whole, "not a Python literal") from error


def _shape(text: str, whole: str) -> list[int | None] | None:
    if text.strip() == "...":
        return None
    sizes: list[int | None] = []
    for each in filter(None, (part.strip() for part in text.split(","))):
        if each != "?" and not each.isdecimal():
            raise _refused(whole, f"{each!r} is no size")
        sizes.append(None if each == "?" else int(each))
    return sizes


def archive_names(path: Path, whole: str) -> list[str]:
    """The names of the arrays in an ``.npz`` file.

    Raises:
      Failure: if there is no such file, or it is none; names the flag.
    """
    from zipfile import BadZipFile

    import numpy as np

    try:
        with np.load(path, allow_pickle=False) as loaded:
            if isinstance(loaded, np.lib.npyio.NpzFile):
                return list(loaded)
    except FileNotFoundError as error:
        raise Failure(f"{whole}: no file {path}.", BAD_INPUT) from error
    except (OSError, ValueError, EOFError, BadZipFile) as error:
        raise Failure(f"{whole}: {_NO_ARRAYS.format(path)}.", BAD_INPUT) from error
    raise Failure(f"{whole}: {_NO_ARRAYS.format(path)}.", BAD_INPUT)


def _array_of(path: Path, key: str | None, whole: str) -> Any:
    from zipfile import BadZipFile

    import numpy as np

    try:
        with path.open("rb") as file:
            # pickled objects would run code
            loaded = np.load(file, allow_pickle=False)
            if key is None:
                return loaded
            names = list(loaded)
            if key in names:
                return loaded[key]
    except FileNotFoundError as error:
        raise Failure(f"--arg {whole!r}: no file {path}.", BAD_INPUT) from error
    except (OSError, ValueError, EOFError, BadZipFile) as error:
        reason = _NO_ARRAYS.format(path)
        raise Failure(f"--arg {whole!r}: {reason}.", BAD_INPUT) from error
    known = ", ".join(map(str, names))
    raise Failure(
        f"--arg {whole!r}: {path} has no array {key!r}, but {known}.", BAD_INPUT
    )


def _refused(text: str, reason: str) -> Failure:
    return Failure(
        f"--arg {text!r}: {reason}. Give a spec like 'f32[2,3]', a typed value like "
        f"'i32=5', a literal like '[1.0, 2.0]', or name=one of these.",
        BAD_INPUT,
    )
