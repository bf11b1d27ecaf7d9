"""Passes: each changes a graph in place without changing what it computes.

Not here: edits that a user asks for (`editing`), and rules alone (`rewrite`).
"""

from __future__ import annotations
