"""Pictures of graphs: boxes in layers, as SVG and as a page.

Layers: layers, ordering, coordinates, layout, scopes, diagram, svg, page, notebooks
"""

from __future__ import annotations
