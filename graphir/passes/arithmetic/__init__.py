"""Algebraic simplification: rules by family, and the pass that applies them.

Not here: rewrites of loops (`loops`), and the driver (`rewrite`).
"""

from __future__ import annotations
