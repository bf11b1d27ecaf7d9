"""Optimizer passes: each rewrites a graph in place and preserves its results."""

from __future__ import annotations
