"""Random programs over Python's grammar: converted, they do what they do in Python.

Each runs as it is, converted, and converted while a stage is registered, in the form
that stages run. `python -m tests.properties.test_python_programs FROM TO [staged]`
prints which of these numbers differ, and where.
"""

from __future__ import annotations

import builtins
import contextlib
import io
import linecache
import os
import re
import sys
import tempfile
import time
import traceback
import warnings
from pathlib import Path
from typing import Any

import pytest

from autograph import to_graph
from tests.autograph.staged_flags import staged_flags
from tests.python_programs import world
from tests.python_programs.programs import make_python_program

STRICT = "AUTOGRAPH_STRICT_CONVERSION"
PROGRAMS = 30
SLOW_PROGRAMS = 800
CHUNKS = 16
PROGRESS = 100
INPUTS: tuple[tuple[Any, Any, list[Any]], ...] = (
    (0, 1, [1, 2]),
    (1, 0, []),
    (2, "x", [0, "y", 3]),
)


# A generator that is closed while it handles a group raises one with `GeneratorExit`.
_ERRORS = (Exception, getattr(builtins, "BaseExceptionGroup", Exception))


class Outcome:
    """What one run returned or raised, printed, logged and changed."""

    def __init__(self) -> None:
        self.value = ""
        self.errors: list[tuple[str, str]] = []
        self.frames: list[tuple[str, int | None]] = []
        self.seen: tuple[str, ...] = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Outcome) and vars(self) == vars(other)

    def __repr__(self) -> str:
        return repr(vars(self))

    def without_frames_of_ours(self) -> tuple[Any, ...]:
        """As the form that stages run can be compared.

        Its frames are more, and a variable without value has our text after Python's.
        """
        is_group = any("Group" in kind for kind, _ in self.errors)
        line = None if is_group or not self.frames else self.frames[-1][1]
        errors = [_as_python_says(*each) for each in self.errors]
        seen = [_pythons_names(each) for each in self.seen]
        return self.value, errors, line, seen


_OUR_TEXT = re.compile(r"; [^;]* is used before assignment, at [^\"]*:\d+")
_OUR_NAMES = {
    "UndefinedVariableError": "UnboundLocalError",
    "UndefinedFreeVariableError": "NameError",
}


def _pythons_names(text: str) -> str:
    for ours, pythons in _OUR_NAMES.items():
        text = text.replace(ours, pythons)
    return text


def _as_python_says(kind: str, text: str) -> tuple[str, str]:
    return _pythons_names(kind), _OUR_TEXT.sub("", _pythons_names(text))


def outcomes(text: str, path: Path, convert: bool) -> list[Outcome]:
    """What the program does for each input."""
    namespace: dict[str, Any] = {"__name__": "random_program"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SyntaxWarning)
        exec(compile(text, str(path), "exec", dont_inherit=True), namespace)
    function = namespace["program"]
    function = to_graph(function) if convert else function
    return [_outcome(function, namespace, a, b, list(c), path) for a, b, c in INPUTS]


def _outcome(
    function: Any,
    namespace: dict[str, Any],
    a: Any,
    b: Any,
    items: list[Any],
    path: Path,
) -> Outcome:
    found, printed = Outcome(), io.StringIO()
    world.reset()
    try:
        with contextlib.redirect_stdout(printed):
            found.value = _text(function(a, b, items))
    except _ERRORS as error:
        frames = traceback.extract_tb(error.__traceback__)
        known = (str(path), world.__file__)
        found.frames = [(x.name, x.lineno) for x in frames if x.filename in known]
        found.errors = [_described(each) for each in _chain(error)]
    found.seen = (
        _text(items),
        _text(printed.getvalue()),
        _text(world.log),
        _text(namespace["shared"]),
    )
    return found


def _chain(error: BaseException | None) -> list[BaseException]:
    found: list[BaseException] = []
    while error is not None and error not in found:
        found.append(error)
        error = error.__cause__ or error.__context__
    return found


def _described(error: BaseException) -> tuple[str, str]:
    inner = [_described(each) for each in getattr(error, "exceptions", ())]
    return type(error).__name__, _text(str(error)) + (_text(inner) if inner else "")


def _text(value: Any) -> str:
    return re.sub(r"( at)? 0x[0-9a-f]+", "", repr(value))


def _load(number: int, size: int, path: Path) -> str:
    text = make_python_program(number, size)
    path.write_text(text)
    linecache.checkcache(str(path))
    linecache.cache.pop(str(path), None)
    return text


def differences(numbers: range, folder: Path, size: int = 25) -> list[int]:
    """The programs that differ."""
    path = folder / "random_program.py"
    wrong = []
    for number in numbers:
        text = _load(number, size, path)
        if outcomes(text, path, convert=True) != outcomes(text, path, convert=False):
            wrong.append(number)
    return wrong


def staged_differences(numbers: range, folder: Path, size: int = 25) -> list[int]:
    """The programs that differ in the form that stages run."""
    path = folder / "random_program.py"
    wrong = []
    for number in numbers:
        text = _load(number, size, path)
        plain = outcomes(text, path, convert=False)
        with staged_flags():
            made = outcomes(text, path, convert=True)
        expected, found = (
            [each.without_frames_of_ours() for each in side] for side in (plain, made)
        )
        if found != expected:
            wrong.append(number)
    return wrong


@pytest.fixture(autouse=True)
def _strict(monkeypatch: pytest.MonkeyPatch) -> None:
    """What cannot be converted is an error."""
    monkeypatch.setenv(STRICT, "1")


def test_programs_agree(tmp_path: Path) -> None:
    assert differences(range(PROGRAMS), tmp_path) == []


def test_programs_agree_in_the_staged_form(tmp_path: Path) -> None:
    assert staged_differences(range(PROGRAMS), tmp_path) == []


def _chunk(chunk: int) -> range:
    each = SLOW_PROGRAMS // CHUNKS
    return range(PROGRAMS + chunk * each, PROGRAMS + (chunk + 1) * each)


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_more_programs_agree(chunk: int, tmp_path: Path) -> None:
    assert differences(_chunk(chunk), tmp_path, size=15 + chunk) == []


@pytest.mark.slow
@pytest.mark.parametrize("chunk", range(CHUNKS))
def test_more_programs_agree_in_the_staged_form(chunk: int, tmp_path: Path) -> None:
    assert staged_differences(_chunk(chunk), tmp_path, size=15 + chunk) == []


def test_programs_are_python() -> None:
    texts = [
        make_python_program(number).partition("def program")[2] for number in range(150)
    ]
    whole = "\n".join(texts)
    for word in (
        *("match", "async def", "finally", "nonlocal", "yield from", "class Local"),
        *("async for", "async with", "await", "del ", ":= ", "lambda", "global"),
        *("while True", "from None", "except (", "case [", "__class__", "metaclass"),
    ):
        assert word in whole, word


def main() -> None:
    """Print the programs of FROM to TO that differ, how far it is, and the counts."""
    first, last = map(int, sys.argv[1:3])
    compare = staged_differences if "staged" in sys.argv else differences
    os.environ[STRICT] = "1"
    total = 0
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(first, last):
            if number % PROGRESS == 0 and number > first:
                _progress(number - first, last - first, total, begin)
            size = 15 + number % CHUNKS
            if compare(range(number, number + 1), Path(folder), size):
                total += 1
                print(f"program {number} of size {size} differs", flush=True)
    _progress(last - first, last - first, total, begin)


def _progress(ran: int, programs: int, differing: int, begin: float) -> None:
    seconds = time.monotonic() - begin
    print(
        f"{ran} of {programs} programs, {differing} differ, {seconds:.0f} s",
        flush=True,
    )


if __name__ == "__main__":
    main()
