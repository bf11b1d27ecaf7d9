"""Rewriting by rules: a pattern, what replaces it, and a driver that applies them.

Layers: pattern, rewriter, rule, driver
"""

from __future__ import annotations
