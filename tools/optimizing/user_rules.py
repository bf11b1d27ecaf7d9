"""Rules and passes of the user's own, from a Python file."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, ClassVar

from graphir.graph import Graph
from graphir.passes.contract.base import Counts, Pass
from graphir.rewrite.driver import rewrite
from graphir.rewrite.rule import RuleSet

from ..failures import BAD_INPUT, Failure
from ..targets.modules import load_module


@dataclass(frozen=True)
class UserRules(Pass):
    """Applies the rules of a file."""

    given: RuleSet = field(default_factory=RuleSet)

    name: ClassVar[str] = "user_rules"

    def apply(self, graph: Graph) -> Counts:
        """Rewrites one graph by the rules of the file."""
        return Counter(rewrite(graph, self.given))

    def __str__(self) -> str:
        return self.name


def passes_of(path: str) -> list[Pass]:
    """The passes that a file defines: its PASSES, and a pass that applies its RULES.

    Raises:
      Failure: if it cannot be loaded, or has neither.
    """
    module = load_module(path)
    rules: Any = getattr(module, "RULES", None)
    passes: list[Any] = list(getattr(module, "PASSES", ()))
    if rules is None and not passes:
        raise Failure(f"--rules {path}: it has neither RULES nor PASSES.", BAD_INPUT)
    for each in passes:
        if not isinstance(each, Pass):
            raise Failure(f"--rules {path}: {each!r} is no pass.", BAD_INPUT)
    if rules is None:
        return passes
    given = rules if isinstance(rules, RuleSet) else RuleSet(*rules)
    return [UserRules(given), *passes]
