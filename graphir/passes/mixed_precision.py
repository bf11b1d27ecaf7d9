"""Automatic mixed precision: products in 16 bits, sums and exponentials in 32."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final

from graphir import dtypes
from graphir.analysis.control_flow import has_control_flow
from graphir.analysis.order import topological_order
from graphir.attributes import Attr
from graphir.dtypes import DType
from graphir.errors import PassError
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.ops.contract.registry import signature_of
from graphir.ops.contract.signature import Arg
from graphir.passes.contract.base import Counts, Pass
from graphir.watching import rule_applied

NARROW_ALWAYS: Final = "precision_narrow"
"""Products: they are what takes the time."""
FOLLOWING: Final = "precision_following"
"""Narrow between products, unless an op that must be wide comes before them."""
WIDE_ALWAYS: Final = "precision_wide"
"""They overflow or lose digits."""
NEUTRAL: Final = "precision_neutral"
"""They have no digits to lose: narrow beside what is narrow."""

NARROW: Final = {"float16": dtypes.float16, "bfloat16": dtypes.bfloat16}


@dataclass(frozen=True)
class MixedPrecision(Pass):
    """Computes products of float32 in 16 bits, with casts at the boundaries.

    Traits of the ops say which ops run in 16 bits, which never do, and which follow
    their neighbours. Arguments and results of functions stay float32. Results change in
    the third digit, so the pass is off by default.
    """

    dtype: str = "float16"
    """``float16`` or ``bfloat16``."""

    name: ClassVar[str] = "auto_mixed_precision"
    rewrites: ClassVar[Mapping[str, str]] = {
        "narrowed": "a node that computes in 16 bits",
    }

    def __post_init__(self) -> None:
        if self.dtype not in NARROW:
            raise PassError(
                f"Option 'dtype' is one of {', '.join(NARROW)}, not {self.dtype!r}."
            )

    def apply(self, graph: Graph) -> Counts:
        """Narrows the products of one graph, and the nodes between them."""
        narrow = NARROW[self.dtype]
        products = [node for node in graph if node.has_trait(NARROW_ALWAYS)]
        if not any(_can_be(node, narrow) for node in products):
            return Counter()
        if has_control_flow(graph):
            return Counter()
        chosen = _chosen_nodes(graph, narrow)
        _Narrowing(graph, chosen, narrow).run()
        return Counter(narrowed=len(chosen))


def _can_be(node: Node, narrow: DType) -> bool:
    """Whether the op is of float32 and has a kernel for the narrow type."""
    declaration = node.declaration
    if declaration is None or node.attrs.get("T") is not dtypes.float32:
        return False
    allowed = declaration.declared().attrs["T"].allowed
    return not allowed or narrow in allowed


def _chosen_nodes(graph: Graph, narrow: DType) -> set[Node]:
    able = {node for node in graph if _can_be(node, narrow)}
    products = {node for node in able if node.has_trait(NARROW_ALWAYS)}
    wide = {node for node in graph if node.has_trait(WIDE_ALWAYS)}
    between = {node for node in able if _may_be_narrow(node)}
    wide |= {
        node for node in _reached(wide, _readers, between) if node.has_trait(FOLLOWING)
    }
    between -= wide
    after = _reached(products, _readers, between)
    chosen = products | (after & _reached(products, _sources, between))
    neutral = {node for node in between if node.has_trait(NEUTRAL)}
    return (
        chosen
        | _reached(chosen, _readers, neutral)
        | _reached(chosen, _sources, neutral)
    )


def _may_be_narrow(node: Node) -> bool:
    return node.has_trait(FOLLOWING) or node.has_trait(NEUTRAL)


def _readers(node: Node) -> Iterator[Node]:
    return (use.node for value in node.outputs for use in value.uses)


def _sources(node: Node) -> Iterator[Node]:
    return (value.node for value in node.inputs)


def _reached(
    start: Iterable[Node],
    neighbours: Callable[[Node], Iterator[Node]],
    through: set[Node],
) -> set[Node]:
    """The nodes of ``through`` that can be reached without leaving it."""
    found: set[Node] = set()
    open_nodes = list(start)
    while open_nodes:
        for each in neighbours(open_nodes.pop()):
            if each in through and each not in found:
                found.add(each)
                open_nodes.append(each)
    return found


class _Narrowing:
    """Gives the chosen nodes their new type, and casts to all others."""

    def __init__(self, graph: Graph, chosen: set[Node], narrow: DType) -> None:
        self._graph = graph
        self._chosen = [node for node in topological_order(graph) if node in chosen]
        self._narrow = narrow
        self._narrowed: dict[Value, Value] = {}

    def run(self) -> None:
        """Changes the graph."""
        made = [value for node in self._chosen for value in _typed_results(node)]
        narrow_inputs = {node: _typed_positions(node) for node in self._chosen}
        for value in made:
            value.dtype = self._narrow
        inside = set(made)
        for node in self._chosen:
            node.attrs["T"] = self._narrow
            positions = narrow_inputs[node]
            node.set_inputs(
                [
                    self._as_narrow(value)
                    if index in positions and value not in inside
                    else value
                    for index, value in enumerate(node.inputs)
                ]
            )
            rule_applied(self._graph, "narrowed", node)
        for value in made:
            self._widen_outside(value, narrow_inputs)
        self._graph.reorder(topological_order(self._graph))

    def _as_narrow(self, value: Value) -> Value:
        if value not in self._narrowed:
            self._narrowed[value] = self._cast(value, self._narrow)
        return self._narrowed[value]

    def _widen_outside(self, value: Value, narrow: dict[Node, set[int]]) -> None:
        outside = [
            use
            for use in value.uses
            if use.input_index not in narrow.get(use.node, set())
        ]
        is_result = value in self._graph.outputs
        if not outside and not is_result:
            return
        wide = self._cast(value, dtypes.float32)
        for use in outside:
            inputs = list(use.node.inputs)
            inputs[use.input_index] = wide
            use.node.set_inputs(inputs)
        if is_result:
            self._graph.outputs = [
                wide if each is value else each for each in self._graph.outputs
            ]

    def _cast(self, value: Value, dtype: DType) -> Value:
        attrs: dict[str, Attr] = {
            "SrcT": value.dtype,
            "DstT": dtype,
            "Truncate": False,
        }
        node = self._graph.add_node(
            "Cast",
            [value],
            attrs,
            [(dtype, value.shape)],
            f"{value.node.name}/{dtype.name}",
            device=value.node.device,
            origin=value.node.origin,
        )
        return node.output


def _typed_results(node: Node) -> list[Value]:
    """The results whose type is the attribute ``T``."""
    signature = signature_of(node.op)
    assert signature is not None
    types = _types(node, signature.outputs)
    return [value for value, is_typed in zip(node.outputs, types) if is_typed]


def _typed_positions(node: Node) -> set[int]:
    """The inputs whose type is the attribute ``T``."""
    signature = signature_of(node.op)
    assert signature is not None
    types = _types(node, signature.inputs)
    return {index for index, is_typed in enumerate(types) if is_typed}


def _types(node: Node, args: Iterable[Arg]) -> list[bool]:
    """For each tensor of the arguments, whether ``T`` is its type."""
    result: list[bool] = []
    for arg in args:
        count = node.attrs[arg.number_attr] if arg.number_attr else 1
        result += [arg.type_name == "T"] * count
    return result
