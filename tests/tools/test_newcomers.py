"""Mistakes in a user's function: the first line says what, the second where."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograph_tools.main import main

PROGRAM = """\
import runtime as tf

def shapes(x):
    return x @ tf.ones([4, 2])

def dtypes(x):
    return x + tf.constant(1)

def mistyped(x):
    return tf.reduce_summ(x)

def undefined(x):
    return x * tf_scale

def grows(x):
    i = tf.constant(0)
    while i < 3:
        x = tf.concat([x, x], 0)
        i += 1
    return x

def one_branch(x):
    if tf.reduce_sum(x) > 0:
        y = x
    return y

def python_bool(x):
    return [v for v in x if v > 0]

def numpy_inside(x):
    return x.numpy() + 1

def assigns(x):
    x[0] = 1
    return x

def helper(x):
    return tf.reshape(x, [7])

def calls(x):
    return helper(x)

def raises(x):
    raise ValueError("no such model")
"""

MISTAKES = {
    "shapes": ("ValueError: Dimensions must be equal, but are 2 and 4", 4),
    "dtypes": ("TypeError: Input 'y' of 'AddV2' Op has type int32", 7),
    "mistyped": ("Did you mean: 'reduce_sum'?", 10),
    "undefined": ("NameError: name 'tf_scale' is not defined", 13),
    "grows": ("ValueError: 'x' has shape (2, 2) before the loop", 17),
    "one_branch": ("'y' must also be initialized in the else branch", 25),
    "python_bool": ("write tf.boolean_mask(values, mask).", 28),
    "numpy_inside": ("Return it and call numpy() on the result", 31),
    "assigns": ("tensors do not change. Make a new one", 34),
    "calls": ("ValueError: Input to reshape is a tensor with 4 values", 38),
    "raises": ("ValueError: no such model", 44),
}


@pytest.mark.parametrize("verb", ["run", "graph", "stats"])
@pytest.mark.parametrize("name", MISTAKES)
def test_the_first_line_says_what_and_the_second_where(
    name: str, verb: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "program.py"
    source.write_text(PROGRAM)
    words = [verb, f"{source}:{name}", "--arg", "[[1.0, 2.0], [3.0, 4.0]]"]
    assert main(words) == 3
    first, second, *rest = capsys.readouterr().err.splitlines()
    what, line = MISTAKES[name]
    assert first.startswith(f"autograph {verb}: tracing {source}:{name}: ")
    assert what in first
    text = PROGRAM.splitlines()[line - 1].strip()
    assert second.startswith(f"  at {source}:{line} in ")
    assert second.endswith(f": {text}")
    # who called it, if anybody did
    assert [each.partition(" in ")[2] for each in rest] == (
        ["calls: return helper(x)"] if name == "calls" else []
    )


IMPORTS = {
    "x = (1,\n": "SyntaxError: '(' was never closed\n  at {0}:1: x = (1,\n",
    "import absent_module\n": "No module named 'absent_module'\n  at {0}:1: import",
    "import runtime as tf\n\ntf.ones([2]) + tf.ones([3])\n": "shapes: [2] vs. [3]",
}


@pytest.mark.parametrize("text", IMPORTS)
def test_a_file_that_cannot_be_imported(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "broken.py"
    source.write_text(text)
    assert main(["run", f"{source}:f"]) == 2
    told = capsys.readouterr().err
    assert IMPORTS[text].format(source) in told
    place = told.splitlines()[1]
    assert place.startswith(f"  at {source}:{len(text.splitlines())}: ")


def test_eager_errors_have_the_users_line_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "program.py"
    source.write_text(PROGRAM)
    assert main(["bench", f"{source}:calls", "--arg", "[1.0, 2.0]"]) != 0
    lines = capsys.readouterr().err.splitlines()
    assert lines[1:3] == [
        f"  at {source}:38 in helper: return tf.reshape(x, [7])",
        f"  from {source}:41 in calls: return helper(x)",
    ]


SIGNED = """\
import runtime as tf

class Net(tf.Module):
    @tf.function(input_signature=[tf.TensorSpec([None, 3])])
    def __call__(self, x):
        return tf.nn.relu(x)

@tf.function(input_signature=[tf.TensorSpec([4], tf.int32)])
def double(x):
    return x + x
"""


@pytest.mark.parametrize(
    ("name", "told"), [("Net.__call__", "f32[?,3]"), ("double", "i32[4]")]
)
def test_a_function_with_an_input_signature_needs_no_arguments(
    name: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "signed.py"
    source.write_text(SIGNED)
    assert main(["graph", f"{source}:{name}"]) == 0
    assert f"(x: {told}) -> {told}" in capsys.readouterr().out
    assert main(["run", f"{source}:{name}"]) == 2
    assert "give values to --arg" in capsys.readouterr().err
