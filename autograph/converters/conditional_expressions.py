"""`a if b else c`."""

from __future__ import annotations

from typing import Any

import gast

from autograph.converters.base import Converter, constant
from autograph.syntax.forms_to_run import DECIDING_TEXT, RUNS_AS
from autograph.syntax.nodes import Node, walk
from autograph.syntax.templates import Template
from autograph.syntax.truth_uses import TRUTH_USE, TruthUse
from autograph.syntax.unparse import to_text

__all__ = ["ConditionalExpressions"]

_IF = Template("ag__.if_exp(__test__, lambda: __body__, lambda: __orelse__, __text__)")


class ConditionalExpressions(Converter, lowers=(gast.IfExp,)):
    """Lowers a conditional expression; nested ones are lowered when it runs.

        a if b else c   =>      ag__.if_exp(b, lambda: a, lambda: c, 'b')

    >>> from autograph.pipeline import show_pass
    >>> print(show_pass("def f(a):\\n    return a if a > 0 else -a", \\
    ...     ConditionalExpressions))
    def f(a):
        return ag__.if_exp(a > 0, lambda: a, lambda: -a, 'a > 0')
    """

    def visit_ClassDef(self, node: Node) -> Any:
        return self.visit_scopes_in(node)

    def visit_IfExp(self, node: Node) -> Any:
        if self._is_pythons(node):
            return node
        text = to_text(node.test)
        self._mark_inner(node.test, node.body, node.orelse)
        made = _IF.expand_expression(
            test=node.test,
            body=node.body,
            orelse=node.orelse,
            text=constant(text),
        )
        if TRUTH_USE.get(node) is TruthUse.ASKED:
            RUNS_AS.set(made, "if_exp_asked")
        return gast.copy_location(made, node)

    def _is_pythons(self, node: Node) -> bool:
        is_asked_by_python = TRUTH_USE.get(node) is TruthUse.PYTHON
        return is_asked_by_python or self.moves_assignment(node.body, node.orelse)

    def _mark_inner(self, *nodes: Node) -> None:
        """Let the conditional expressions in `nodes` be decided when they run."""
        inner = [
            found
            for node in nodes
            for found in walk(node)
            if isinstance(found, gast.IfExp) and not self._is_pythons(found)
        ]
        for node in inner:
            DECIDING_TEXT.set(node, to_text(node.test))
