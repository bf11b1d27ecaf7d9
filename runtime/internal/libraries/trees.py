"""The base class of transformers of Python's syntax trees."""

from __future__ import annotations

import ast
from typing import Any


class Base(ast.NodeTransformer):
    """A visitor that replaces nodes, with the context of the transformation."""

    def __init__(self, ctx: Any) -> None:
        super().__init__()
        self.ctx = ctx


__all__ = ["Base"]
