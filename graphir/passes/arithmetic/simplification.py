"""Arithmetic: the pass that applies the rules of every family."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Final

from graphir.errors import PassError
from graphir.graph import Graph
from graphir.passes.arithmetic.casts import CASTS
from graphir.passes.arithmetic.constants import FILLED
from graphir.passes.arithmetic.copies import COPIES
from graphir.passes.arithmetic.factoring import FACTORING
from graphir.passes.arithmetic.identities import IDENTITIES
from graphir.passes.arithmetic.negation import COMPLEMENTS, NEGATION
from graphir.passes.arithmetic.reshapes import RESHAPING
from graphir.passes.arithmetic.selection import SELECTION
from graphir.passes.arithmetic.transposes import TRANSPOSING
from graphir.passes.base import Counts, Pass
from graphir.rewrite.driver import rewrite
from graphir.rewrite.rule import Exactness, RuleSet

RULES: Final = RuleSet(
    COPIES,
    IDENTITIES,
    NEGATION,
    COMPLEMENTS,
    SELECTION,
    CASTS,
    RESHAPING,
    TRANSPOSING,
    FILLED,
    FACTORING,
)
"""Copies first: every other rule then sees what is really read."""

LEVELS: Final = {
    "exact": (Exactness.EXACT,),
    "fast": tuple(Exactness),
}
"""``numerics`` option -> levels of exactness that may be used."""


@dataclass(frozen=True)
class Arithmetic(Pass):
    """Applies algebraic rules: fewer nodes, the same value.

    With ``numerics=exact`` only rules that keep every bit; ``fast`` allows those that
    change the last bits, or results on NaN and infinity.
    """

    numerics: str = "exact"

    name: ClassVar[str] = "arithmetic"

    def __post_init__(self) -> None:
        if self.numerics not in LEVELS:
            raise PassError(
                f"Option 'numerics' is one of {', '.join(LEVELS)}, "
                f"not {self.numerics!r}."
            )

    def apply(self, graph: Graph) -> Counts:
        """Applies the rules until none fires."""
        return rewrite(graph, _allowed(self.numerics))


@cache
def _allowed(numerics: str) -> RuleSet:
    return RULES.allowed(LEVELS[numerics])
