"""Algebraic simplification: rules by family, and the pass that applies them.

Layers: conditions, the families, simplification
"""

from __future__ import annotations
