"""Algebraic simplification: families of rewrite rules, and the pass over them."""

from __future__ import annotations
