"""What classes that rewrite Python's trees are derived from."""

from __future__ import annotations

import ast
from typing import Any


class Base(ast.NodeTransformer):
    """A visitor that puts nodes in place of others, and knows what it is used for."""

    def __init__(self, ctx: Any) -> None:
        super().__init__()
        self.ctx = ctx


__all__ = ["Base"]
