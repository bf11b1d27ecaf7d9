"""Algebraic simplification: rules by family, and the pass that applies them."""

from __future__ import annotations
