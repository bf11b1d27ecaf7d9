"""``--arg``: parses arguments as specs and literals; nothing is evaluated.

f32[2,3]   a spec; ? is an unknown size, f32[] a scalar, f32[...] any shape
i32=5      a tensor of that dtype, from a literal
[1.0, 2]   a literal; lists become tensors where the function uses them so
{"a": f32[2], "b": [i32=1, f32[]]}   specs and typed values at any depth
x=...      the argument called x, in one of the forms above or
x=a.npz[k] the array k of a file
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

from ..failures import BAD_INPUT, Failure

_LARGEST_SIZE: Final = 2**63 - 1
_STRING: Final = re.compile(r"""('(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")""")
_SCALAR: Final = re.compile(r"(\w)\[\s*\]")
_SPEC: Final = re.compile(r"([A-Za-z_]\w*)\s*\[.*\]$", re.DOTALL)
_WHOLE_TYPED: Final = re.compile(r"(\w+)=(.+)$", re.DOTALL)
_TYPED: Final = re.compile(r"(\b[A-Za-z_]\w*)=(?!=)")
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
    def is_empty(self) -> bool:
        """Whether there are none."""
        return not self.positional and not self.named

    @property
    def has_specs(self) -> bool:
        """Whether an argument is a spec, which can be traced but not run."""
        import runtime as tf

        values = tf.nest.flatten([list(self.positional), self.named])
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

    archive = _ARCHIVE.match(text)
    if archive is not None:
        return tf.constant(_array_of(Path(archive[1]), archive[2], whole))
    if _ARRAY_FILE.match(text):
        return tf.constant(_array_of(Path(text), None, whole))
    typed = _WHOLE_TYPED.match(text)
    try:
        if typed is not None and _dtype(typed[1]) is not None:
            return _tensor(ast.literal_eval(typed[2]), _dtype(typed[1]), whole)
        tree = ast.parse(_as_python(text.strip()), mode="eval").body
        found = _meaning(tree, whole)
    except (SyntaxError, ValueError, TypeError, MemoryError, RecursionError) as error:
        raise _refused(whole, _why_unreadable(text.strip(), error)) from error
    return _tensor(found, None, whole) if _is_plain_list(found) else found


def _why_unreadable(text: str, error: BaseException) -> str:
    if _dtype(text) is not None:
        return f"a dtype without a shape; {text}[] is a scalar"
    message = str(getattr(error, "msg", ""))
    if "never closed" in message or "unmatched" in message:
        return message
    word = _SPEC.match(text)
    if word is None or _dtype(word[1]) is not None:
        return "not a Python literal"
    from graphir import dtypes

    close = get_close_matches(word[1], [each.short_name for each in dtypes.ALL], n=1)
    hint = f"; did you mean {close[0]}?" if close else ""
    return f"{word[1]} is no dtype{hint}"


def _as_python(text: str) -> str:
    """The text with ``i32@5`` for ``i32=5``, ``f32[()]`` for ``f32[]``, None for ``?``.

    Only outside of strings.
    """
    parts = _STRING.split(text)
    for index in range(0, len(parts), 2):
        typed = _TYPED.sub(_as_operator, parts[index])
        parts[index] = _SCALAR.sub(r"\1[()]", typed).replace("?", "None")
    return "".join(parts)


def _as_operator(found: re.Match[str]) -> str:
    return found[0] if _dtype(found[1]) is None else f"{found[1]}@"


def _meaning(tree: ast.expr, whole: str) -> Any:
    """The value of a literal in which specs and typed values may stand anywhere."""
    import runtime as tf

    if isinstance(tree, ast.Subscript) and isinstance(tree.value, ast.Name):
        dtype = _dtype(tree.value.id)
        if dtype is not None:
            return tf.TensorSpec(_shape(tree.slice, whole), dtype)
    if isinstance(tree, ast.BinOp) and isinstance(tree.op, ast.MatMult):
        dtype = _dtype(ast.unparse(tree.left))
        if dtype is not None:
            return _tensor(ast.literal_eval(tree.right), dtype, whole)
    if isinstance(tree, ast.List):
        return [_meaning(each, whole) for each in tree.elts]
    if isinstance(tree, ast.Tuple):
        return tuple(_meaning(each, whole) for each in tree.elts)
    if isinstance(tree, ast.Dict):
        keys = [ast.literal_eval(each) for each in tree.keys if each is not None]
        return dict(zip(keys, [_meaning(each, whole) for each in tree.values]))
    return ast.literal_eval(tree)


def _is_plain_list(value: Any) -> bool:
    """Whether it is a list of numbers, texts and such lists: the values of a tensor."""
    if not isinstance(value, list):
        return False
    return all(
        _is_plain_list(each)
        or isinstance(each, (bool, int, float, complex, str, bytes))
        for each in value
    )


def _tensor(value: Any, dtype: Any, whole: str) -> Any:
    import runtime as tf

    try:
        _check_range(value, dtype, whole)
        return tf.constant(value, dtype)
    except (TypeError, ValueError, OverflowError) as error:
        raise _refused(whole, str(error)) from error


def _check_range(value: Any, dtype: Any, whole: str) -> None:
    """Raises a Failure for a whole number that the dtype cannot hold."""
    if isinstance(value, (list, tuple)):
        for each in value:
            _check_range(each, dtype, whole)
    if dtype is None or not dtype.is_integer or not isinstance(value, int):
        return
    if not dtype.min <= value <= dtype.max:
        raise _refused(
            whole,
            f"{value} is out of range: {dtype.min} to {dtype.max} are {dtype.name}",
        )


def _shape(tree: ast.expr, whole: str) -> list[int | None] | None:
    parts = tree.elts if isinstance(tree, ast.Tuple) else [tree]
    sizes: list[int | None] = []
    for each in parts:
        size = each.value if isinstance(each, ast.Constant) else each
        if size is Ellipsis and len(parts) == 1:
            return None
        is_size = type(size) is int and 0 <= size <= _LARGEST_SIZE
        if size is not None and not is_size:
            raise _refused(whole, f"{ast.unparse(each)!r} is no size")
        sizes.append(size)  # type: ignore[arg-type]  # a number or None by now
    return sizes


def archive_names(path: Path, whole: str) -> list[str]:
    """The names of the arrays in an ``.npz`` file.

    Raises:
      Failure: if the file is missing or no archive; names the flag.
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
        f"--arg {text!r}: {reason}{'' if reason.endswith('?') else '.'} Give a spec "
        "like 'f32[2,3]', a typed value like 'i32=5', a literal like '[1.0, 2.0]', or "
        "name=one of these.",
        BAD_INPUT,
    )
