"""Targets: functions in files, packages and classes, whose lines alone are listed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from autograph_tools.main import main

FUNCTIONS = """\
import functools

import runtime as tf


def keyword(x, *, y=2):
    return x * y


def logged(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper


@logged
def decorated(x):
    total = 0
    for i in tf.range(x):
        total += i
    return total


def closure(k):
    def inner(x):
        return x if x > k else k

    return inner


closed = closure(5)
doubled = lambda x: x * 2 if x > 0 else x


@tf.function
def staged(x):
    return x + 1


class Model:
    factor = 3

    def scaled(self, x):
        return x * self.factor if x > 0 else x

    @classmethod
    def of_class(cls, x):
        return x * cls.factor

    @staticmethod
    def plain(x):
        return x + 1

    def __call__(self, x):
        return self.scaled(x)


model = Model()


def nest(x):
    return {"a": x, "b": (x + 1, [x * 2])}


def factorial(n):
    return 1 if n < 2 else n * factorial(n - 1)


def chance(x):
    return x + tf.random.uniform([])
"""

RESULTS = {
    "keyword": 8,
    "decorated": 6,
    "closed": 5,
    "doubled": 8,
    "staged": 5,
    "Model.scaled": 12,
    "Model.of_class": 12,
    "Model.plain": 5,
    "model": 12,
    "model.scaled": 12,
    "nest": {"a": 4, "b": [5, [8]]},
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a file and a package of functions."""
    (tmp_path / "of_every_kind.py").write_text(FUNCTIONS)
    (tmp_path / "with späce.py").write_text(FUNCTIONS)
    package = tmp_path / "package_of_targets" / "inside"
    package.mkdir(parents=True)
    (package.parent / "__init__.py").touch()
    (package / "__init__.py").touch()
    (package.parent / "helper.py").write_text("def halved(x):\n    return x / 2\n")
    (package / "member.py").write_text(
        "from ..helper import halved\n\n\ndef f(x):\n    return halved(x) + 1\n"
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path


def result_of(words: list[str], capsys: pytest.CaptureFixture[str]) -> object:
    """What `autograph run` gives as data."""
    assert main(["run", *words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)["result"]


@pytest.mark.parametrize("name", RESULTS)
@pytest.mark.usefixtures("folder")
def test_function_of_every_kind_runs(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    words = [f"of_every_kind.py:{name}", "--arg", "i32=4"]
    assert result_of(words, capsys) == RESULTS[name]


@pytest.mark.parametrize("name", RESULTS)
@pytest.mark.usefixtures("folder")
def test_listing_names_only_the_users_lines(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["graph", f"of_every_kind.py:{name}", "--arg", "i32[]"]) == 0

    lines = capsys.readouterr().out.splitlines()
    places = [part for line in lines for part in line.split() if ".py:" in part]
    assert places
    assert [
        place for place in places if not place.startswith("of_every_kind.py:")
    ] == []


@pytest.mark.parametrize("name", RESULTS)
@pytest.mark.usefixtures("folder")
def test_function_of_every_kind_has_code(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["code", f"of_every_kind.py:{name}"]) == 0
    assert capsys.readouterr().out.startswith(("def tf__", "tf__"))


@pytest.mark.usefixtures("folder")
def test_python_recursion_runs(capsys: pytest.CaptureFixture[str]) -> None:
    assert result_of(["of_every_kind.py:factorial", "--arg", "5"], capsys) == 120


@pytest.mark.usefixtures("folder")
def test_seed_fixes_random_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["of_every_kind.py:chance", "--arg", "f32=0", "--seed", "3"]
    assert result_of(words, capsys) == result_of(words, capsys)


@pytest.mark.parametrize("suffix", ["pb", "pbtxt", "json"])
@pytest.mark.usefixtures("folder")
def test_optimized_file_keeps_the_names_of_its_results(
    suffix: str, capsys: pytest.CaptureFixture[str]
) -> None:
    target = ["of_every_kind.py:staged", "--arg", "i32[]"]
    assert main(["graph", *target, "-o", f"whole.{suffix}"]) == 0
    words = [f"whole.{suffix}", "--fetch", "Identity", "-o", f"small.{suffix}"]
    assert main(["optimize", *words]) == 0
    assert "total" in capsys.readouterr().out

    words = [f"small.{suffix}", "--arg", "x:0=4", "--fetch", "Identity"]
    assert main(["run", *words]) == 0
    assert capsys.readouterr().out == "5\n"


@pytest.mark.usefixtures("folder")
def test_quiet_optimize_shows_the_graph_alone(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["optimize", "of_every_kind.py:staged", "--arg", "i32[]", "-q"]) == 0
    assert capsys.readouterr().out.startswith("staged(x: i32[])")
