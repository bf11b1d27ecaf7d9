"""Rules for selections with a known condition, or with equal branches."""

from __future__ import annotations

from typing import Final

from graphir.rewrite.pattern import constant, op, wildcards
from graphir.rewrite.rule import Rule, RuleSet

x, y, c = wildcards("x y c")
true, false = constant(True), constant(False)

SELECTION: Final = RuleSet(
    *(
        rule
        for name, select in (("select", op.Select), ("select_v2", op.SelectV2))
        for rule in (
            Rule(f"{name}_true", select(true, x, y), x),
            Rule(f"{name}_false", select(false, x, y), y),
            Rule(f"{name}_same", select(c, x, x), x),
            Rule(f"{name}_not", select(op.LogicalNot(c), x, y), select(c, y, x)),
        )
    )
)
