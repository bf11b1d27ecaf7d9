"""Passes: each changes a graph in place without changing what it computes."""

from __future__ import annotations
