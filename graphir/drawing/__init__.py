"""Pictures of graphs: boxes in layers, as SVG and as a page.

Not here: pictures that ops read and write (`pictures`).
"""

from __future__ import annotations
