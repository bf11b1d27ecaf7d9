"""Algebraic simplification: rules by family, and the pass that applies them.

Not here: what is known of loops (`loops`), and the driver (`rewrite`).
"""

from __future__ import annotations
