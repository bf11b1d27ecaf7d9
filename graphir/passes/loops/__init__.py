"""Optimization of loops and branches."""

from __future__ import annotations
