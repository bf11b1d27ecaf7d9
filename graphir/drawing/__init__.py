"""Drawings of graphs: layered layout, SVG, and an interactive page."""

from __future__ import annotations
