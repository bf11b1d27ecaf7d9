"""Passes: each changes a graph in place without changing what it computes.

Layers: numerics, base, registry, pipeline
"""

from __future__ import annotations
