"""Optimizer passes: each changes a graph in place and keeps its results.

Not here: edits that change results (`editing`), and the driver of rules (`rewrite`).
"""

from __future__ import annotations
