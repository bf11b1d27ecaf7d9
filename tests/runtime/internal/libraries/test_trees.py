"""The base of transformers of Python's trees."""

from __future__ import annotations

import ast

from runtime.internal.libraries.trees import Base


class Renaming(Base):
    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name(self.ctx[node.id], node.ctx)


def test_a_transformer_has_its_context() -> None:
    tree = ast.parse("a + b", mode="eval")
    made = Renaming({"a": "x", "b": "y"}).visit(tree)
    assert ast.unparse(made) == "x + y"
