"""Graph analyses, which change nothing: order, reachability, constants, statistics.

Nothing here changes a graph.

Not here: what changes a graph (`passes`, `editing`).
"""

from __future__ import annotations
