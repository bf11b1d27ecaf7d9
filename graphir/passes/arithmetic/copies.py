"""Rules for Identity and other copies: readers use the source instead."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from graphir.analysis.copies import is_copy
from graphir.node import Node
from graphir.rewrite.pattern import op, wildcards
from graphir.rewrite.rewriter import Rewriter
from graphir.rewrite.rule import Exactness, Match, Rule, RuleSet, Types

(x,) = wildcards("x")


def checks_nothing(found: Match) -> bool | str:
    """The result's static shape says no more than that of x."""
    return is_copy(found.root) or "it may refuse the shape of x"


class CopyOfSeveral:
    """``IdentityN(x, y)[i]`` is the i-th input; replaced one result at a time."""

    name: ClassVar[str] = "copy_of_several"
    exactness: ClassVar[Exactness] = Exactness.EXACT
    root_ops: ClassVar[Sequence[str]] = ("IdentityN",)
    equation: ClassVar[str] = "IdentityN(x, y)[0] = x, [1] = y"

    def match_and_rewrite(self, node: Node, rewriter: Rewriter) -> bool:
        """Makes every reader read the inputs."""
        if node.control_inputs or node.control_outputs:
            return False
        return rewriter.read_instead(node.inputs)


COPIES: Final = RuleSet(
    Rule("copy", op.any_of("value_preserving", x), x, when=checks_nothing),
    Rule("add_one_tensor", op.AddN(x), x, types=Types.ANY),
    CopyOfSeveral(),
)
