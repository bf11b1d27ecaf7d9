"""Arithmetic simplification: the pass that applies the rules of every family."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import ClassVar, Final

from graphir.graph import Graph
from graphir.passes.arithmetic.aggregation import AGGREGATION
from graphir.passes.arithmetic.broadcasting import BROADCASTING
from graphir.passes.arithmetic.casts import CASTS
from graphir.passes.arithmetic.constants import FILLED
from graphir.passes.arithmetic.copies import COPIES
from graphir.passes.arithmetic.divisions import DIVISIONS
from graphir.passes.arithmetic.factoring import FACTORING
from graphir.passes.arithmetic.identities import IDENTITIES
from graphir.passes.arithmetic.joining import JOINING
from graphir.passes.arithmetic.negation import COMPLEMENTS, NEGATION
from graphir.passes.arithmetic.reshape_chains import CHAINS
from graphir.passes.arithmetic.reshapes import RESHAPING
from graphir.passes.arithmetic.selection import SELECTION
from graphir.passes.arithmetic.transposes import TRANSPOSING
from graphir.passes.contract.base import Counts, Pass
from graphir.passes.contract.numerics import LEVELS, check_numerics
from graphir.rewrite.driver import rewrite
from graphir.rewrite.rule import RuleSet

RULES: Final = RuleSet(
    COPIES,
    IDENTITIES,
    NEGATION,
    COMPLEMENTS,
    SELECTION,
    CASTS,
    RESHAPING,
    TRANSPOSING,
    BROADCASTING,
    JOINING,
    FILLED,
    FACTORING,
    AGGREGATION,
    CHAINS,
    DIVISIONS,
)
"""Copies first: every other rule then sees what is really read."""


@dataclass(frozen=True)
class Arithmetic(Pass):
    """Applies algebraic rules: fewer nodes, the same value.

    With ``numerics=exact`` only rules that keep every bit; ``fast`` adds rules that
    change the last bits, or results on NaN and infinity.
    """

    numerics: str = "exact"

    name: ClassVar[str] = "arithmetic"
    rules: ClassVar[RuleSet] = RULES

    def __post_init__(self) -> None:
        check_numerics(self.numerics)

    def apply(self, graph: Graph) -> Counts:
        """Applies the rules until none fires."""
        return rewrite(graph, _allowed(self.numerics))


@cache
def _allowed(numerics: str) -> RuleSet:
    return RULES.allowed(LEVELS[numerics])
