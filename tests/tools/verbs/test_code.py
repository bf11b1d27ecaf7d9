"""`autograph code`: the function it shows, with those it calls, and as a module."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

import pytest

from autograph_tools.main import main

SOURCE = """\
import runtime as tf


def halved(x):
    if x > 10:
        return x // 2
    return x


def items(n):
    yield n


@tf.function
def step(x):
    return halved(x) + 1


class Model:
    @tf.function
    def call(self, x):
        return self.scaled(x)

    def scaled(self, x):
        return halved(x)

    @tf.autograph.experimental.do_not_convert
    def kept(self, x):
        return x


class Callable:
    @tf.function
    def __call__(self, x):
        return x


def uses_generator(n):
    return list(items(n))


model = Model()
callable_object = Callable()
"""


@pytest.fixture
def source(tmp_path: Path) -> str:
    path = tmp_path / "shown.py"
    path.write_text(SOURCE)
    return str(path)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("step", "tf__step"),
        ("Model.call", "tf__call"),
        ("model.call", "tf__call"),
        ("Model.kept", "tf__kept"),
        ("callable_object", "tf____call__"),
    ],
)
def test_it_is_the_users_function_and_not_a_wrapper(
    name: str, shown: str, source: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["code", f"{source}:{name}"]) == 0
    assert capsys.readouterr().out.startswith(f"def {shown}(")


def test_recursive_shows_the_functions_that_are_converted_too(
    source: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["code", f"{source}:model.call", "--recursive", "--json"]) == 0

    rows = json.loads(capsys.readouterr().out)
    assert [(row["from"], row["function"]) for row in rows] == [
        ("shown.py:20", "Model.call"),
        ("shown.py:24", "Model.scaled"),
        ("shown.py:4", "halved"),
    ]
    assert "user_requested=True" in rows[0]["code"]
    assert "ag__.STD" in rows[1]["code"]


def test_recursive_says_what_is_called_as_it_is(
    source: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["code", f"{source}:step", "--recursive"]) == 0
    assert "\n# shown.py:4 halved\ndef tf__halved(x):\n" in capsys.readouterr().out


def test_module_of_converted_functions_is_written(source: str, tmp_path: Path) -> None:
    made = tmp_path / "made" / "frozen.py"
    command = ["code", f"{source}:Model.scaled", "--ahead-of-time", "-o", str(made)]
    assert main(command) == 0
    names = runpy.run_path(str(made))
    assert names["__all__"] == ["Model"]
    assert names["Model"]().scaled(30) == 15


def test_what_stays_as_it_is_is_told(
    source: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = str(tmp_path / "frozen.py")
    command = ["code", f"{source}:uses_generator", "--ahead-of-time", "-o", made]
    assert main(command) == 0
    assert "shown.py:10: items is left as it is" in capsys.readouterr().err


UNDEFINED = """\
def sometimes(x):
    if x > 0:
        y = x
    return y
"""


def test_map_says_which_reads_are_no_calls(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "reads.py"
    path.write_text(UNDEFINED)
    assert main(["code", f"{path}:sometimes", "--map"]) == 0
    note = "what runs reads names without ag__.ld, since they have a value, except y"
    assert capsys.readouterr().out.endswith(f"\n{note}\n")

    assert main(["code", f"{path}:sometimes", "--map", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    runs = {row["generated"].strip(): row["runs"].strip() for row in rows}
    assert runs["y = ag__.ld(x)"] == "y = x"
    assert runs["retval_ = ag__.ld(y)"] == "retval_ = ag__.ld(y)"


BAD = {
    "no file": ([], 2, "goes with -o FILE.py"),
    "no Python file": (["-o", "{folder}/made.txt"], 2, "goes with -o FILE.py"),
    "golden": (["-o", "{folder}/made.py", "--golden", "x"], 2, "of one function"),
    "the source": (["-o", "{folder}/shown.py"], 2, "is the source itself"),
}


@pytest.mark.parametrize("case", BAD)
def test_wrong_use_is_one_message(
    case: str, source: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options, status, message = BAD[case]
    given = [each.format(folder=tmp_path) for each in options]
    assert main(["code", f"{source}:step", "--ahead-of-time", *given]) == status
    assert message in capsys.readouterr().err
