"""Pictures of graphs: boxes in layers, as SVG and as a page."""

from __future__ import annotations
