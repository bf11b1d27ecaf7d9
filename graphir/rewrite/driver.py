"""The rewrite driver: applies rules from a worklist of nodes until none fires."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from typing import Final

from graphir.analysis.control_flow import has_control_flow
from graphir.analysis.order import topological_order
from graphir.errors import GraphirError, NoSuchAxisError, OpError
from graphir.graph import Graph
from graphir.node import Node, Value
from graphir.rewrite.pattern import Bindings, Call, Pattern, Wildcard, match
from graphir.rewrite.rewriter import Rewriter
from graphir.rewrite.rule import Match, Rule, RuleSet
from graphir.watching import rule_applied

MAX_REWRITES_PER_NODE: Final = 20
"""Rules that undo each other stop here, many times past what good rules need."""


def rewrite(graph: Graph, rules: RuleSet) -> Counter[str]:
    """Applies the rules to one graph in place; how often each fired.

    >>> from graphir.text.parser import parse_graph
    >>> from graphir.rewrite.pattern import wildcards
    >>> (x,) = wildcards("x")
    >>> graph = parse_graph('''
    ...     graph @g(%x: f32[]) -> (%b) {
    ...       %a = Neg(%x)
    ...       %b = Neg(%a)
    ...     }''')
    >>> rewrite(graph, RuleSet(Rule("double_negation", -(-x), x)))
    Counter({'double_negation': 1})
    >>> graph.outputs[0].name
    'x'
    """
    return _Driver(graph, rules).run()


class _Driver:
    def __init__(self, graph: Graph, rules: RuleSet) -> None:
        self.graph = graph
        self.counts: Counter[str] = Counter()
        self.may_skip = has_control_flow(graph)
        self._rules = rules

    def run(self) -> Counter[str]:
        work = deque(topological_order(self.graph))
        waiting = set(work)
        budget = MAX_REWRITES_PER_NODE * (len(work) + 1)
        while work and budget:
            node = work.popleft()
            waiting.discard(node)
            if node.graph is not self.graph:
                continue
            touched = self._rewrite_node(node)
            if touched is None:
                continue
            budget -= 1
            for each in touched:
                if each.graph is self.graph and each not in waiting:
                    waiting.add(each)
                    work.append(each)
        if self.counts:
            # new nodes were added at the end
            self.graph.reorder(topological_order(self.graph))
        return self.counts

    def _rewrite_node(self, node: Node) -> Sequence[Node] | None:
        rewriter: Rewriter | None = None
        for rule in self._rules.candidates(node):
            rewriter = rewriter or Rewriter(self.graph, node)
            if isinstance(rule, Rule):
                fired = self._apply(rule, node, rewriter)
            else:
                fired = rule.match_and_rewrite(node, rewriter)
                if not fired:
                    rewriter.discard()
            if fired:
                self.counts[rule.name] += 1
                rule_applied(self.graph, rule.name, node)
                return rewriter.touched
        return None

    def _apply(self, rule: Rule, node: Node, rewriter: Rewriter) -> bool:
        if len(node.outputs) != 1 or node.output.dtype.is_ref:
            return False
        for bindings in match(rule.left, node.output, {}):
            found = Match(self.graph, node, bindings)
            if not _holds(rule, found):
                continue
            if self.may_skip and not _keeps_inputs(rule, bindings):
                continue
            region = matched_region(rule.left, node.output, bindings)
            new = _build(rule, bindings, rewriter)
            if new is not None and rewriter.replace(new, region, rule.keeps_shape):
                return True
            rewriter.discard()
        return False


def _holds(rule: Rule, found: Match) -> bool:
    """Whether the rule's condition agrees."""
    try:
        return rule.when is None or rule.when(found) is True
    except NoSuchAxisError:
        # the node names an axis that its input has not: it fails when it runs
        return False


def _build(rule: Rule, bindings: Bindings, rewriter: Rewriter) -> Value | None:
    """The right side, or None where its ops do not take these dtypes."""
    try:
        return rewriter.build(rule.right, bindings)
    except (GraphirError, OpError, TypeError, OverflowError):
        return None


def matched_region(pattern: Pattern, value: Value, bindings: Bindings) -> set[Node]:
    """The nodes that the calls in a pattern have matched."""
    region: set[Node] = set()
    _collect(pattern, value, bindings, region)
    return region


def _collect(
    pattern: Pattern, value: Value, bindings: Bindings, region: set[Node]
) -> bool:
    """Walks pattern and value together; whether they fit the bindings."""
    if isinstance(pattern, Wildcard):
        return bindings[pattern.name] is value
    if not isinstance(pattern, Call):
        return next(match(pattern, value, bindings), None) is not None
    inputs = value.node.inputs
    orders = [inputs]
    if len(inputs) == 2 and value.node.has_trait("commutative"):
        orders.append(inputs[::-1])
    if next(match(pattern, value, bindings), None) is None:
        return False
    for order in orders:
        inner: set[Node] = {value.node}
        if all(
            _collect(arg, each, bindings, inner)
            for arg, each in zip(pattern.args, order, strict=True)
        ):
            region |= inner
            return True
    return False


def _keeps_inputs(rule: Rule, bindings: Bindings) -> bool:
    """Whether the right side reads every value that the left side read.

    Where nodes may be skipped, a result must be skipped with what it was made of.
    """
    left, right = _names(rule.left), _names(rule.right)
    return all(
        name in right or bindings[name].node.op == "Const" for name in left - right
    )


def _names(pattern: Pattern) -> set[str]:
    if isinstance(pattern, Wildcard):
        return {pattern.name}
    if isinstance(pattern, Call):
        return set().union(*map(_names, pattern.args))
    return set()
