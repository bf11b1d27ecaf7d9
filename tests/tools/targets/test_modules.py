"""Modules of targets: members of packages, names of any language, the alias."""

from __future__ import annotations

import json
import subprocess
import sys
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


@pytest.mark.parametrize(
    "target",
    ["package_of_targets/inside/member.py:f", "package_of_targets.inside.member:f"],
)
@pytest.mark.usefixtures("folder")
def test_relative_imports_of_a_member_work(
    target: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert result_of([target, "--arg", "f32=4"], capsys) == 3.0


@pytest.mark.usefixtures("folder")
def test_file_name_may_hold_spaces_and_letters_of_any_language(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert result_of(["with späce.py:keyword", "--arg", "i32=4"], capsys) == 8


def test_a_file_that_imports_tensorflow_is_a_target(tmp_path: Path) -> None:
    """It is this runtime that it imports, here too; the file runs once."""
    path = tmp_path / "doubling.py"
    path.write_text(
        "import tensorflow as tf\n\nprint('imported')\n\n\n"
        "@tf.function\ndef doubled(x):\n    with tf.name_scope('layer'):\n"
        "        return tf.add(x, x)\n"
    )
    arguments = ["explain", f"{path}:doubled", "--arg", "f32[]", "--node", "layer/Add"]
    done = subprocess.run(
        [sys.executable, "-m", "autograph_tools", *arguments],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.count("imported") == 1
    assert 'traced     %"layer/Add" = AddV2(%x, %x) : f32[]' in done.stdout
