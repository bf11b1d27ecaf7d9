"""`assert`, when `Feature.ASSERT_STATEMENTS` is on."""

from __future__ import annotations

from typing import Any

import gast

from autograph.converters.base import Converter, constant
from autograph.converters.truth_tests import mark_test
from autograph.syntax.nodes import CHILD_BLOCKS, Node
from autograph.syntax.templates import Template

__all__ = ["Asserts"]

_ASSERT = Template("ag__.assert_stmt(__test__, lambda: __message__)")


class Asserts(Converter, lowers=(gast.Assert,)):
    """Lowers `assert` to a call that a stage can check later.

        assert a, b     =>      ag__.assert_stmt(a, lambda: b)

    >>> from autograph.pipeline import show_pass
    >>> print(show_pass("def f(a):\\n    assert a, 'no'", Asserts))
    def f(a):
        ag__.assert_stmt(a, lambda: 'no')
    """

    _fields = CHILD_BLOCKS

    def visit_Assert(self, node: Node) -> Any:
        message = constant("Assertion error") if node.msg is None else node.msg
        if self.moves_assignment(message):
            return node
        mark_test(node.test)
        return _ASSERT.expand(node, test=node.test, message=message)
