"""List comprehensions and generator expressions, which a stage may vectorize."""

from __future__ import annotations

from typing import Any

import gast

from autograph.converters.base import Converter
from autograph.syntax.forms_to_run import ITEMS_NAME
from autograph.syntax.nodes import Node

__all__ = ["Comprehensions"]


class Comprehensions(Converter, lowers=(gast.ListComp, gast.GeneratorExp)):
    """Marks comprehensions with one `for` and no `if`, without changing their text.

    They run as calls, so that the type of the iterated value decides how they run:

        [a for b in c]      =>      ag__.list_comp(lambda items: [a for b in items], c)

    >>> from autograph.pipeline import show_pass
    >>> print(show_pass("def f(c):\\n    return [b + 1 for b in c]", Comprehensions))
    def f(c):
        return [b + 1 for b in c]
    """

    def visit_ListComp(self, node: Node) -> Any:
        return self._marked(node)

    def visit_GeneratorExp(self, node: Node) -> Any:
        return self._marked(node)

    def _marked(self, node: Node) -> Node:
        self.visit_children(node)
        first = node.generators[0]
        is_single = len(node.generators) == 1 and not first.ifs and not first.is_async
        if is_single and not self.moves_assignment(node):
            ITEMS_NAME.set(node, self.names.new("items"))
        return node
