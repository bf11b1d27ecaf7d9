"""Rule: a named equation, with the exactness it promises."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, ClassVar, Protocol

from graphir.dtypes import DType
from graphir.graph import Graph
from graphir.node import Node
from graphir.rewrite.pattern import Bindings, Call, Literal, Pattern
from graphir.rewrite.rewriter import Rewriter


class Exactness(Enum):
    """The kinds of agreement between a rule's result and the result it replaces."""

    EXACT = "exact"
    """Bit for bit: NaN, infinities and both zeros included."""
    CLOSE = "close"
    """The last bits, or the sign of a zero, may change."""
    FINITE_ONLY = "finite_only"
    """May differ on NaN or infinity, or where a step overflows."""


class Types(Enum):
    """Element types of the operands for which a rule holds."""

    ANY = "any"
    NUMBERS = "numbers"
    REAL = "real"
    INTEGERS = "integers"
    FLOATS = "floats"
    BOOL = "bool"

    def allows(self, dtype: DType) -> bool:
        """Whether the rule holds for operands of that type."""
        dtype = dtype.base_dtype
        numbers = dtype.is_integer or dtype.is_floating or dtype.is_complex
        return {
            Types.ANY: True,
            Types.NUMBERS: numbers,
            Types.REAL: numbers and not dtype.is_complex,
            Types.INTEGERS: dtype.is_integer,
            Types.FLOATS: dtype.is_floating,
            Types.BOOL: dtype.is_bool,
        }[self]


class Match:
    """One match of a rule: the root node, and the values of the wildcards."""

    __slots__ = ("bindings", "graph", "root")

    def __init__(self, graph: Graph, root: Node, bindings: Bindings) -> None:
        self.graph = graph
        self.root = root
        self.bindings = bindings

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.bindings]

    def __getattr__(self, name: str) -> Any:
        if name in self.__slots__:
            raise AttributeError(name)  # of a match that is not made yet
        if name not in self.bindings:
            known = ", ".join(self.bindings) or "none"
            raise AttributeError(f"The rule binds no {name!r}; it binds: {known}.")
        return self.bindings[name]


Condition = Callable[[Match], bool | str]
"""A named predicate; a text says why the rule does not apply."""


@dataclass(frozen=True)
class Rule:
    """``left`` may be replaced by ``right`` where ``when`` agrees.

    The driver checks dtype and shape, so a rule need not; it also refuses a rule
    that would leave more nodes than there were.
    """

    name: str
    left: Pattern
    right: Pattern
    when: Condition | None = None
    types: Types = Types.ANY
    exactness: Exactness = Exactness.EXACT
    keeps_shape: bool = False
    """Both sides have one shape by what the ops mean: the driver need not prove it."""
    examples: Mapping[str, Any] = field(default_factory=dict)
    """Values for wildcards that cannot be any tensor, for the generated tests."""

    @property
    def root_ops(self) -> tuple[str, ...]:
        """The ops that a match can start from; empty if a trait says which."""
        return self.left.ops if isinstance(self.left, Call) else ()

    @property
    def equation(self) -> str:
        """Both sides as text.

        >>> from graphir.rewrite.pattern import wildcards
        >>> (x,) = wildcards("x")
        >>> Rule("double_negation", -(-x), x).equation
        '--x = x'
        """
        return f"{self.left} = {self.right}"


class RewriteRule(Protocol):
    """A rewrite that is no equation: written as a class."""

    name: ClassVar[str]
    exactness: ClassVar[Exactness]
    root_ops: ClassVar[Sequence[str]]
    """The ops it starts from; empty for every op."""
    equation: ClassVar[str]
    """What it does, for the documentation."""

    def match_and_rewrite(self, node: Node, rewriter: Rewriter) -> bool:
        """Rewrites through the rewriter; whether it did."""


AnyRule = Rule | RewriteRule


_Candidate = tuple[AnyRule, tuple[frozenset[str], ...]]
"""A rule, and sets of ops of each of which an operand must be one."""


class RuleSet:
    """Rules in the order in which they are tried, found by the op they start from."""

    def __init__(self, *rules: AnyRule | RuleSet) -> None:
        self.rules: tuple[AnyRule, ...] = tuple(
            rule
            for each in rules
            for rule in (each.rules if isinstance(each, RuleSet) else (each,))
        )
        self._by_op: dict[tuple[str, DType | None], list[_Candidate]] = {}

    def __iter__(self) -> Iterator[AnyRule]:
        return iter(self.rules)

    def __len__(self) -> int:
        return len(self.rules)

    def candidates(self, node: Node) -> Iterator[AnyRule]:
        """The rules that may start at the node, for its op, type and operands' ops."""
        inputs = node._inputs
        key = node.op, inputs[0].dtype if inputs else None
        known = self._by_op.get(key)
        if known is None:
            known = [
                (rule, _needed_operands(rule))
                for rule in self.rules
                if _may_start(rule, node)
            ]
            self._by_op[key] = known
        if not known:
            return
        operands = {value.node.op for value in inputs}
        for rule, needed in known:
            if not any(map(operands.isdisjoint, needed)):
                yield rule

    def allowed(self, levels: Sequence[Exactness]) -> RuleSet:
        """The rules of the allowed levels."""
        return RuleSet(*(rule for rule in self.rules if rule.exactness in levels))


def _needed_operands(rule: AnyRule) -> tuple[frozenset[str], ...]:
    """What a look at the operands tells without a match."""
    if not isinstance(rule, Rule) or not isinstance(rule.left, Call):
        return ()
    needed = []
    for arg in rule.left.args:
        if isinstance(arg, Literal):
            needed.append(frozenset({"Const"}))
        elif isinstance(arg, Call) and arg.ops:
            needed.append(frozenset(arg.ops))
    return tuple(needed)


def _may_start(rule: AnyRule, node: Node) -> bool:
    if rule.root_ops and node.op not in rule.root_ops:
        return False
    if not isinstance(rule, Rule):
        return True
    if not node.inputs or not rule.types.allows(node.inputs[0].dtype):
        return False
    assert isinstance(rule.left, Call)
    return bool(rule.root_ops) or node.has_trait(rule.left.trait)
