"""Rules that replace ZerosLike and OnesLike by constants."""

from __future__ import annotations

from typing import Final

from graphir.rewrite.pattern import constant, op, wildcards
from graphir.rewrite.rule import Rule, RuleSet, Types

(x,) = wildcards("x")
zero, one = constant(0), constant(1)

FILLED: Final = RuleSet(
    Rule("zeros_like", op.ZerosLike(x), zero, types=Types.NUMBERS),
    Rule("ones_like", op.OnesLike(x), one, types=Types.NUMBERS),
)
