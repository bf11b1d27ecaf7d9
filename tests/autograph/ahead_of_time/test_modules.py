"""Modules of converted functions: they run where there is no source."""

from __future__ import annotations

import compileall
import importlib
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from autograph import ConversionError, SourceUnavailableError
from autograph.ahead_of_time.modules import AheadOfTime, convert_ahead_of_time

HELPERS = """
LARGEST = 30

def below(x, most):
    if x > most:
        x = most
    return x

def clip(x):
    return below(x, LARGEST)
"""
MODEL = """
import runtime as tf
from aot_helpers import clip as clipped

OFFSETS = {}
OFFSETS["three"] = 3
count = 0


def make(step):
    def up_to(x):
        total = 0
        while total < x:
            total += step
        return total

    return up_to


by_three = make(OFFSETS["three"])
negated = lambda x, s=-1: s * x if x > 0 else x


class Base:
    def __init__(self, factor=2):
        self.factor = factor

    def scaled(self, x):
        if x > 0:
            return x * self.factor
        return x


class Model(Base):
    def __init__(self, *, secret=7):
        super().__init__()
        self.__secret = secret

    def scaled(self, x):
        if x > 5:
            x = super().scaled(x) + self.__secret
        return x

    @staticmethod
    def at_least(x, least=OFFSETS["three"]):
        return x if x > least else least


@tf.autograph.experimental.do_not_convert
def as_written(x):
    return [x for _ in range(2)]


@tf.function
def step(x, n: int = 3):
    "Documentation."
    global count
    count += 1
    for i in tf.range(n):
        if i == 2:
            break
        x = Model().scaled(x) + i
    print(sorted(locals()))
    return clipped(x) + negated(Model.at_least(x)) + by_three(x) + as_written(x)[0]


def fails(x):
    if x > 0:
        x = x + step.no_such_attribute
    return x


def unused():
    return undefined_name
"""
CALLS = """
import runtime as tf
import {module} as m
print([m.step(tf.constant(n)).numpy() for n in (-4, 3, 6, 40)])
print(m.step.__doc__, m.count, m.step.get_concrete_function(tf.constant(1)).graph
      .as_graph_def().node[-2].op)
"""


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A folder of modules, on the path; imports them anew."""
    before = set(sys.modules)
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    for name in set(sys.modules) - before:
        if name.startswith("aot_"):
            del sys.modules[name]


def write(project: Path, name: str, text: str) -> None:
    (project / f"{name}.py").write_text(textwrap.dedent(text))


def converted(project: Path, text: str, name: str = "f") -> AheadOfTime:
    write(project, "aot_module", text)
    importlib.invalidate_caches()
    return convert_ahead_of_time(importlib.import_module("aot_module"), name)


def called(module: str, folder: Path) -> str:
    """What a program without any source says that calls the module."""
    done = subprocess.run(
        [sys.executable, "-c", CALLS.format(module=module)],
        cwd=folder,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    return done.stdout


def test_module_runs_without_the_source_and_stages_as_before(project, tmp_path):
    write(project, "aot_helpers", HELPERS)
    write(project, "aot_model", MODEL)
    expected = called("aot_model", project)
    made = convert_ahead_of_time(importlib.import_module("aot_model"), "step")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "frozen.py").write_text(made.text)
    compileall.compile_file(elsewhere / "frozen.py", legacy=True, quiet=1)
    (elsewhere / "frozen.py").unlink()
    assert called("frozen", elsewhere) == expected
    assert made.notes == ()


def test_only_what_is_needed_is_taken_along(project):
    write(project, "aot_helpers", HELPERS)
    write(project, "aot_model", MODEL)
    text = convert_ahead_of_time(importlib.import_module("aot_model"), "negated").text
    assert "lambda x, s=-1:" in text
    assert "import runtime" not in text
    assert "class Model" not in text


def test_errors_name_the_line_of_the_module(project):
    write(project, "aot_helpers", HELPERS)
    write(project, "aot_model", MODEL)
    made = convert_ahead_of_time(importlib.import_module("aot_model"), "fails")
    write(project, "aot_frozen", made.text)
    frozen = importlib.import_module("aot_frozen")
    import runtime as tf

    with pytest.raises(AttributeError, match="in user code:") as caught:
        tf.function(frozen.fails)(tf.constant(1))
    assert 'aot_frozen.py", line' in str(caught.value)
    assert "in fails  *" in str(caught.value)


def test_what_has_no_converted_form_stays_and_is_told(project):
    made = converted(
        project,
        """
        def gen(n):
            yield n

        def f(n):
            return list(gen(n))
        """,
    )
    (note,) = made.notes
    assert note.endswith("gen is left as it is: generators are not supported")
    assert "    yield n\n" in made.text


def test_names_of_ours_may_be_the_users(project):
    made = converted(
        project,
        """
        ag__ = 3

        def f(fscope, do_return=1):
            if fscope:
                return ag__ + do_return
            return 0
        """,
    )
    namespace: dict[str, object] = {}
    exec(made.text, namespace)
    f = namespace["f"]
    assert (f(1), f(0)) == (4, 0)  # type: ignore[operator]


REFUSED = {
    "whole module of the project": (
        "import aot_helpers\ndef f(x): return aot_helpers.clip(x)",
        "the module aot_helpers is imported as a whole",
    ),
    "star": (
        "from aot_helpers import *\ndef f(x): return clip(x)",
        "does not name the objects that it imports",
    ),
    "two meanings": (
        "from aot_helpers import clip\nLARGEST = 1\ndef f(x): return clip(LARGEST)",
        "'LARGEST' means one thing in ",
    ),
    "no statement": (
        "globals()['made'] = 1\ndef f(x): return made",
        "'made' is assigned by no statement at the top level",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_cannot_be_taken_along_is_refused(case, project):
    text, message = REFUSED[case]
    write(project, "aot_helpers", HELPERS)
    with pytest.raises(ConversionError, match=message):
        converted(project, text)


def test_a_module_without_source_is_refused():
    import math

    with pytest.raises(SourceUnavailableError, match="has no source file"):
        convert_ahead_of_time(math, "sqrt")


def test_flags_keep_their_role(project):
    text = converted(
        project,
        """
        def f(x):
            while x > 0:
                if x > 5:
                    break
                x -= 1
            return x
        """,
    ).text
    assert "(__autograph_artifacts__.with_role('break_', 'jump'), " in text
    made = {"__name__": "frozen"}
    exec(text, made)
    assert made["f"](3) == 0
