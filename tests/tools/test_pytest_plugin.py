"""The plugin that users get: goldens of generated code."""

from __future__ import annotations

import pytest

import runtime as tf
from autograph_tools.output.goldens import graph_text, passes_text
from graphir.passes.optimizer import optimize_graph


@pytest.fixture(scope="module", autouse=True)
def loaded_modules() -> None:
    """pytester drops the modules that its runs load first: they are here before."""
    traced = tf.function(lambda x: x + 0)
    concrete = traced.get_concrete_function(tf.TensorSpec([], tf.int32))
    graph_text(concrete.optimized_graph.ir.copy())
    passes_text(optimize_graph(concrete.graph.ir.copy()))


TEST = """
def relu(x):
    if x > 0:
        return x
    return 0

def test_code(autograph_golden):
    autograph_golden(relu, "relu.expected.py")
"""


@pytest.fixture
def recorded(pytester: pytest.Pytester) -> pytest.Pytester:
    """A folder with a test and the golden that `--autograph-update` wrote."""
    pytester.makepyfile(test_relu=TEST)
    pytester.runpytest("--autograph-update").assert_outcomes(passed=1)
    return pytester


def test_missing_golden_fails_and_says_how_to_write_it(
    pytester: pytest.Pytester,
) -> None:
    pytester.makepyfile(test_relu=TEST)
    result = pytester.runpytest()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "*has no golden file yet*",
            "*accept with: pytest --autograph-update 'test_relu.py::test_code'*",
        ]
    )


def test_update_writes_the_generated_code(recorded: pytest.Pytester) -> None:
    text = (recorded.path / "relu.expected.py").read_text(encoding="utf-8")
    assert "ag__.if_stmt(" in text


def test_recorded_golden_agrees(recorded: pytest.Pytester) -> None:
    result = recorded.runpytest()
    result.assert_outcomes(passed=1)
    result.stdout.no_fnmatch_line("*goldens rewritten*")


def test_changed_function_fails_with_a_diff(recorded: pytest.Pytester) -> None:
    path = recorded.path / "relu.expected.py"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("if_stmt", "if_statement"), encoding="utf-8")
    result = recorded.runpytest()
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        ["*-*ag__.if_statement(*", "*+*ag__.if_stmt(*", "*autograph code *:relu*"]
    )


def test_update_prints_what_changed(recorded: pytest.Pytester) -> None:
    path = recorded.path / "relu.expected.py"
    text = path.read_text(encoding="utf-8")
    path.write_text(text + "extra\n", encoding="utf-8")
    result = recorded.runpytest("--autograph-update")
    result.stdout.fnmatch_lines(["*goldens rewritten*", "-extra"])
    assert path.read_text(encoding="utf-8") == text


def test_public_modules_are_found_before_their_rooms(
    pytester: pytest.Pytester,
) -> None:
    # pytest's finder stands first and takes modules of packages with plugins by file
    pytester.makepyfile(
        test_names="""
        def test_math():
            from runtime.math import is_nan
        """
    )
    pytester.runpytest_subprocess().assert_outcomes(passed=1)
    code = "import runtime, sys, pytest; sys.exit(pytest.main(['-q']))"
    assert pytester.runpython_c(code).ret == 0


GRAPH_TEST = """
import runtime as tf

def relu(x):
    if x > 0:
        return x
    return 0

def test_graph(autograph_golden):
    autograph_golden(relu, "relu.graph.txt", args=[tf.TensorSpec([], tf.int32)])

def test_graph_again(autograph_golden):
    autograph_golden(relu, "relu.graph.txt", args=[tf.constant(1)])
    autograph_golden(relu, "small.graph.txt", args=[tf.constant(1)], shows="optimized")
"""


def test_goldens_of_graphs_are_the_same_in_every_order(
    pytester: pytest.Pytester,
) -> None:
    """Numbers that the process gives to functions do not show."""
    pytester.makepyfile(test_relu=GRAPH_TEST)
    pytester.runpytest("--autograph-update").assert_outcomes(passed=2)
    text = (pytester.path / "relu.graph.txt").read_text(encoding="utf-8")
    assert "then=@cond_true_1 else=@cond_false_2" in text
    assert "    then cond_true_1(" in text
    small = (pytester.path / "small.graph.txt").read_text(encoding="utf-8")
    assert small.count("\n") < text.count("\n")
    pytester.runpytest("-k", "again").assert_outcomes(passed=1, deselected=1)
    pytester.runpytest().assert_outcomes(passed=2)


def test_a_graph_that_changed_fails_with_the_command(
    pytester: pytest.Pytester,
) -> None:
    pytester.makepyfile(test_relu=GRAPH_TEST)
    pytester.runpytest("--autograph-update")
    path = pytester.path / "relu.graph.txt"
    path.write_text(path.read_text(encoding="utf-8").replace("Greater(", "Less("))
    result = pytester.runpytest("-k", "test_graph_again")
    result.assert_outcomes(failed=1, deselected=1)
    result.stdout.fnmatch_lines(["*-*= Less(*", "*+*= Greater(*", "*autograph graph *"])


PASSES_TEST = """
import runtime as tf

def doubled(x):
    return (x + 0) * 2 + (x + 0) * 2

def test_passes(autograph_golden):
    args = [tf.TensorSpec([], tf.int32)]
    autograph_golden(doubled, "d.txt", args=args, shows="passes")
"""


def test_a_golden_of_passes_tells_rules_and_no_times(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_doubled=PASSES_TEST)
    pytester.runpytest("--autograph-update").assert_outcomes(passed=1)
    text = (pytester.path / "d.txt").read_text(encoding="utf-8")
    assert text.startswith("# autograph passes, format 1\nround 1\n  ")
    assert "  cse: " in text
    pytester.runpytest().assert_outcomes(passed=1)


@pytest.mark.parametrize(
    ("header", "passed", "said"),
    [
        ("", 1, ""),
        (
            "# autograph passes, format 2\n",
            0,
            "*format 2, where this release writes 1*",
        ),
    ],
)
def test_goldens_of_other_formats(
    pytester: pytest.Pytester, header: str, passed: int, said: str
) -> None:
    """Without a format it is the first one; of a later one the format is told."""
    pytester.makepyfile(test_doubled=PASSES_TEST)
    pytester.runpytest("--autograph-update")
    path = pytester.path / "d.txt"
    body = path.read_text(encoding="utf-8").partition("\n")[2]
    path.write_text(header + body, encoding="utf-8")
    result = pytester.runpytest()
    result.assert_outcomes(passed=passed, failed=1 - passed)
    result.stdout.fnmatch_lines([said or "*1 passed*"])
