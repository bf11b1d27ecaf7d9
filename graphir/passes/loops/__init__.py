"""Loops and branches: what is known of them before they run.

Not here: calls of functions (`functions`).
"""

from __future__ import annotations
