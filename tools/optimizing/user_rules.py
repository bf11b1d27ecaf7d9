"""Rules and passes of the user's own, from a Python file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, ClassVar

from graphir.graph import Graph
from graphir.passes.contract.base import Counts, Pass
from graphir.rewrite.driver import rewrite
from graphir.rewrite.rule import Exactness, Rule, RuleSet

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
    passes = _all_of(_is_pass, getattr(module, "PASSES", ()), path, "PASSES")
    if rules is None and not passes:
        raise Failure(f"--rules {path}: it has neither RULES nor PASSES.", BAD_INPUT)
    if rules is None:
        return passes
    return [UserRules(RuleSet(*_all_of(_is_rule, rules, path, "RULES"))), *passes]


def promised(passes: Iterable[Pass]) -> str:
    """What the rules of a file promise together: ``exact``, or ``fast``.

    All of them run, since their file was asked for; so results are compared bit for
    bit only where each of them keeps every bit.
    """
    given = [each.given for each in passes if isinstance(each, UserRules)]
    is_exact = all(
        rule.exactness is Exactness.EXACT for rules in given for rule in rules.rules
    )
    return "exact" if is_exact else "fast"


def _is_pass(given: Any) -> bool:
    return isinstance(given, Pass)


def _is_rule(given: Any) -> bool:
    """Whether it is a rule or a set of rules: a class of a rule is written freely."""
    return isinstance(given, Rule | RuleSet) or hasattr(given, "root_ops")


def _all_of(
    is_one: Callable[[Any], bool], given: Any, path: str, name: str
) -> list[Any]:
    """The items of a list of a file; one by itself counts as a list of one."""
    if is_one(given):
        return [given]
    if not isinstance(given, Iterable):
        raise Failure(f"--rules {path}: {name} is no list but {given!r}.", BAD_INPUT)
    items = list(given)
    for each in items:
        if not is_one(each):
            noun = name[: -len("ES" if name == "PASSES" else "S")].lower()
            kind = Pass if name == "PASSES" else Rule
            raise Failure(
                f"--rules {path}: {each!r} is no {noun}, such as an object of "
                f"{kind.__module__}.{kind.__name__}.",
                BAD_INPUT,
            )
    return items
