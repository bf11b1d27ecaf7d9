"""`and`, `or`, `not`, comparisons."""

from __future__ import annotations

from functools import reduce
from typing import Any

import gast

from autograph.converters.base import Conversion, Converter
from autograph.options import Feature
from autograph.syntax.forms_to_run import RUNS_AS
from autograph.syntax.nodes import Node, OwnName, copy_tree
from autograph.syntax.templates import Template
from autograph.syntax.truth_uses import TRUTH_USE, TruthUse

__all__ = ["LogicalExpressions"]

_AND = Template("ag__.and_(lambda: __left__, lambda: __right__)")
_OR = Template("ag__.or_(lambda: __left__, lambda: __right__)")
_NOT = Template("ag__.not_(__operand__)")
_COMPARISONS = {
    gast.In: Template("ag__.in_(__left__, __right__)"),
    gast.NotIn: Template("ag__.not_in(__left__, __right__)"),
}
_EQUALITIES = {
    gast.Eq: Template("ag__.eq(__left__, __right__)"),
    gast.NotEq: Template("ag__.not_eq(__left__, __right__)"),
}
_ONCE = Template("(lambda __first__, __second__: __body__)(__left__, __right__)")


_OPERATORS = {
    (gast.And, TruthUse.TEST): "and_test",
    (gast.Or, TruthUse.TEST): "or_test",
    (gast.And, TruthUse.ASKED): "and_asked",
    (gast.Or, TruthUse.ASKED): "or_asked",
}
"""What runs where the value is not what its reader wants."""


class LogicalExpressions(Converter, lowers=(gast.BoolOp, gast.UnaryOp, gast.Compare)):
    """Lowers logical operators to calls that short-circuit as Python does.

        a and not b     =>      ag__.and_(lambda: a, lambda: ag__.not_(b))
        a < b < c       =>      ag__.and_(lambda: a < b, lambda: b < c)

    >>> from autograph.pipeline import show_pass
    >>> print(show_pass("def f(a, b):\\n    return not a or a in b", \\
    ...     LogicalExpressions))
    def f(a, b):
        return ag__.or_(lambda: ag__.not_(a), lambda: ag__.in_(a, b))
    """

    def __init__(self, conversion: Conversion) -> None:
        super().__init__(conversion)
        self._templates = dict(_COMPARISONS)
        if self.options.uses(Feature.EQUALITY_OPERATORS):
            self._templates.update(_EQUALITIES)

    def visit_ClassDef(self, node: Node) -> Any:
        return self.visit_scopes_in(node)

    def visit_BoolOp(self, node: Node) -> Any:
        self.visit_children(node)
        use = TRUTH_USE.get(node)
        if use is TruthUse.PYTHON or self.moves_assignment(*node.values):
            return node
        kind = gast.And if isinstance(node.op, gast.And) else gast.Or
        made = reduce(
            lambda right, left: _logical(kind, left, right, use),
            reversed(node.values),
        )
        return gast.copy_location(made, node)

    def visit_UnaryOp(self, node: Node) -> Any:
        self.visit_children(node)
        if not isinstance(node.op, gast.Not):
            return node
        made = _NOT.expand_expression(operand=node.operand)
        return gast.copy_location(made, node)

    def visit_Compare(self, node: Node) -> Any:
        self.visit_children(node)
        if len(node.ops) == 1:
            made = self._single(node, node.left, node.ops[0], node.comparators[0])
            return gast.copy_location(made, node)
        if self.moves_assignment(node):
            return node
        if all(map(_is_cheap, node.comparators[:-1])):
            return gast.copy_location(self._chain(node), node)
        return gast.copy_location(self._chain_once(node, node.left, 0), node)

    def _single(self, node: Node, left: Node, operator: Node, right: Node) -> Node:
        template = self._templates.get(operator.__class__)
        if template is not None:
            return template.expand_expression(left=left, right=right)
        if len(node.ops) == 1:
            return node
        return gast.Compare(left, [operator], [right])

    def _chain(self, node: Node) -> Node:
        operands = [node.left, *node.comparators]
        pairs = [
            self._single(node, copy_tree(left) if index else left, operator, right)
            for index, (left, operator, right) in enumerate(
                zip(operands, node.ops, operands[1:], strict=False)
            )
        ]
        use = TRUTH_USE.get(node)
        *first, last = pairs
        # the rest of the chain goes on by what its beginning answered
        inner = TruthUse.TEST if use is TruthUse.TEST else TruthUse.ASKED
        left = reduce(lambda left, right: _logical(gast.And, left, right, inner), first)
        return _logical(gast.And, left, last, use)

    def _chain_once(self, node: Node, left: Node, index: int) -> Node:
        """The comparison chain from `left` on; middle operands are evaluated once."""
        operator, right = node.ops[index], node.comparators[index]
        if index == len(node.ops) - 1:
            return self._single(node, left, operator, right)
        first, second = self.names.new("left"), self.names.new("right")
        body = _logical(
            gast.And,
            self._single(node, OwnName(first), operator, OwnName(second)),
            self._chain_once(node, OwnName(second), index + 1),
            TRUTH_USE.get(node),
        )
        return _ONCE.expand_expression(
            first=first, second=second, body=body, left=left, right=right
        )


def _logical(kind: type, left: Node, right: Node, use: TruthUse) -> Node:
    template = _AND if kind is gast.And else _OR
    made = template.expand_expression(left=left, right=right)
    operator = _OPERATORS.get((kind, use))
    if operator is not None:
        RUNS_AS.set(made, operator)
    return made


def _is_cheap(node: Node) -> bool:
    """Whether evaluating `node` twice does nothing more than evaluating it once."""
    return isinstance(node, (gast.Name, gast.Constant))
