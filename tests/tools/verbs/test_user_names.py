"""Every verb calls variables, loop variables and arguments as the user's code does."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograph_tools.main import main

NAMED = """\
import runtime as tf

class Counter(tf.Module):
    def __init__(self):
        self.steps = tf.Variable(1.0)
        self.kernel = tf.Variable([[1.0], [2.0]])

    @tf.function
    def __call__(self, x):
        self.steps.assign_add(1.0)
        return x @ self.kernel + self.steps

counter = Counter()

def use(x):
    return counter(x)

def scaled(x):
    return x * counter.steps

def shifted(x):
    return x + counter.steps

def doubled(x):
    total = x
    while tf.reduce_sum(total) < 9.0:
        total = total * counter.steps
    return total
"""


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("graph", "variable counter.kernel, f32[2,1]"),
        ("graph --format listing --json", '"op": "Placeholder(counter.kernel)"'),
        ("graph --format tabular", "Placeholder(counter.kernel)"),
        ("graph --format dot", '[label="counter.kernel'),
        ("graph --format svg", ">counter.kernel</text>"),
        ("graph --format html", '"called": "counter.kernel"'),
        ("graph --format python", "(x, counter_steps, counter_kernel)"),
        ("optimize -q", "variable counter.steps"),
        ("stats", "Placeholder(counter.steps)"),
        ("explain", "variable   counter.steps\n"),
        ("explore -o page.html --json -q", ""),
    ],
)
def test_every_verb_names_variables_as_the_user_does(
    words: str,
    told: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("named.py").write_text(NAMED)
    verb, *rest = words.split()
    target = "named.py:use"
    if verb == "explain":
        target, rest = "named.py:scaled", ["--node", "mul/ReadVariableOp/resource"]
    assert main([verb, target, "--arg", "f32[2,2]", *rest]) == 0
    assert told in capsys.readouterr().out
    if verb == "explore":
        assert '"variable":"counter.kernel"' in Path("page.html").read_text()


def test_what_cannot_be_frozen_is_told_with_its_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "named.py"
    source.write_text(NAMED)
    words = ["freeze", f"{source}:use", "--arg", "f32[2,2]", "-o", "frozen.pb"]
    assert main(words) == 2
    assert "named.py:10" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ("listing", "while_placeholder (total): f32[2,2]"),
        ("listing", "while_mul_readvariableop_resource_0 (counter.steps): resource[]"),
        ("tabular", "Placeholder(total)"),
        ("html", '"called": "total"'),
        ("python", "while_while_maximum_iterations, total, counter_steps):"),
    ],
)
def test_inputs_of_loops_have_the_names_of_loop_variables(
    form: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "named.py").write_text(NAMED)
    words = [f"{tmp_path}/named.py:doubled", "--arg", "f32[2,2]", "--format", form]
    assert main(["graph", *words]) == 0
    assert told in capsys.readouterr().out


def test_a_part_of_a_graph_keeps_the_names(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "named.py").write_text(NAMED)
    words = [f"{tmp_path}/named.py:doubled", "--arg", "f32[2,2]"]
    assert main(["graph", *words, "--focus", "while/mul", "--format", "tabular"]) == 0
    assert "Placeholder(total)" in capsys.readouterr().out


def test_differences_name_what_a_node_reads(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "named.py").write_text(NAMED)
    targets = [f"{tmp_path}/named.py:{name}" for name in ("scaled", "use")]
    assert main(["diff", *targets, "--arg", "f32[2,2]"]) == 1
    lines = capsys.readouterr().out.splitlines()
    read = [line for line in lines if " = ReadVariableOp(" in line]
    assert any(line.endswith("  # counter.steps") for line in read)
    assert any(line.endswith("# counter.kernel") for line in lines)
