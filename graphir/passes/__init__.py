"""Optimizer passes: each changes a graph in place and keeps its results.

Not here: edits that a user asks for (`editing`), and rules alone (`rewrite`).
"""

from __future__ import annotations
