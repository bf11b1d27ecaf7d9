"""`autograph optimize --rules`: rules and passes of the user's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograph_tools.failures import Failure
from autograph_tools.main import main
from autograph_tools.optimizing.user_rules import passes_of
from graphir.text.parser import parse_graph

GRAPH = """
node { name: "x" op: "Placeholder" attr { key: "dtype" value { type: DT_FLOAT } } }
node { name: "a" op: "Relu" input: "x" attr { key: "T" value { type: DT_FLOAT } } }
node { name: "b" op: "Relu" input: "a" attr { key: "T" value { type: DT_FLOAT } } }
"""
RULES = """
from graphir.rewrite.pattern import op, wildcards
from graphir.rewrite.rule import Rule, RuleSet, Types

(x,) = wildcards("x")
RULES = RuleSet(Rule("relu_twice", op.Relu(op.Relu(x)), op.Relu(x), types=Types.FLOATS))
"""


def test_rules_of_a_file_are_applied(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    graph, rules = tmp_path / "g.pbtxt", tmp_path / "mine.py"
    graph.write_text(GRAPH)
    rules.write_text(RULES)
    words = ["optimize", str(graph), "--rules", str(rules), "--verify"]
    assert main([*words, "--passes", "dead_nodes"]) == 0
    printed = capsys.readouterr().out
    assert "user_rules" in printed
    assert printed.count("= Relu(") == 1


def test_a_file_without_rules_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    graph, rules = tmp_path / "g.pbtxt", tmp_path / "mine.py"
    graph.write_text(GRAPH)
    rules.write_text("")
    assert main(["optimize", str(graph), "--rules", str(rules)]) == 2
    assert "RULES" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("PASSES = 3", "PASSES is no list but 3"),
        ("RULES = 3", "RULES is no list but 3"),
        ("RULES = [1]", "1 is no rule"),
        ("PASSES = ['cse']", "'cse' is no pass"),
        ("RULES = None", "neither RULES nor PASSES"),
    ],
)
def test_what_is_no_rule_is_refused(text: str, told: str, tmp_path: Path) -> None:
    path = tmp_path / "bad_rules.py"
    path.write_text(text)
    with pytest.raises(Failure, match=told):
        passes_of(str(path))


@pytest.mark.parametrize("form", ["{}", "[{}]", "({},)", "RuleSet({})", "iter([{}])"])
def test_rules_stand_alone_or_in_any_collection(form: str, tmp_path: Path) -> None:
    path = tmp_path / "one_rule.py"
    path.write_text(
        "from graphir.rewrite.pattern import op, wildcards\n"
        "from graphir.rewrite.rule import Rule, RuleSet\n"
        "(x,) = wildcards('x')\n"
        "rule = Rule('n', op.Neg(op.Neg(x)), x)\n"
        f"RULES = {form.format('rule')}\n"
    )
    (found,) = passes_of(str(path))
    graph = parse_graph("graph @g(%x: f32[]) -> (%b) { %a = Neg(%x) %b = Neg(%a) }")
    assert dict(found.apply(graph)) == {"n": 1}


INEXACT = """
import runtime as tf

from graphir.rewrite.pattern import op, wildcards
from graphir.rewrite.rule import Exactness, Rule, Types

x, y = wildcards("x y")
RULES = [
    Rule("log_of_exp", op.Log(op.Exp(x)), x, types=Types.FLOATS,
         exactness=Exactness.FINITE_ONLY),
    Rule("maximum_of_same", op.Maximum(x, x), x),
    Rule("difference_of_squares", x * x - y * y, (x + y) * (x - y),
         types=Types.FLOATS, exactness=Exactness.CLOSE),
]


@tf.function
def net(a, b):
    return tf.maximum(a, a) + (a * a - b * b) + tf.math.log(tf.exp(b))
"""


def test_rules_that_round_otherwise_are_compared_within_rounding(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(INEXACT)
    words = ["optimize", f"{file}:net", "--arg", "f32[3]", "--arg", "f32[3]"]
    assert main([*words, "--rules", str(file), "--verify"]) == 0
    told = capsys.readouterr().out
    assert "within the bound" in told
    wrong = INEXACT.replace("(x + y) * (x - y)", "(x + y) * (x + y)")
    file.write_text(wrong)
    assert main([*words, "--rules", str(file), "--verify"]) == 1
