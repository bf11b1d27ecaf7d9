"""What classes that rewrite Python's trees are derived from."""

from __future__ import annotations

from typing import Any

import gast


class Base(gast.NodeTransformer):  # type: ignore[misc]
    """A visitor that puts nodes in place of others, and knows what it is used for."""

    def __init__(self, ctx: Any) -> None:
        super().__init__()
        self.ctx = ctx


__all__ = ["Base"]
