"""Passes over loops and branches: known conditions, trip counts, invariants.

Not here: calls of functions (`functions`).
"""

from __future__ import annotations
