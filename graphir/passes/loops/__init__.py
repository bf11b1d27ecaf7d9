"""Loops and branches: what is known of them before they run.

Layers: loop, decisions, variables, motion, dead_branches, simplification
"""

from __future__ import annotations
