"""`autograph optimize --rules`: rules and passes of the user's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from autograph_tools.main import main

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
