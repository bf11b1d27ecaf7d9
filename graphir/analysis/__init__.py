"""Questions about a graph: order, reachability, known values, statistics.

Nothing here changes a graph.

Not here: what changes a graph (`passes`, `editing`).
"""

from __future__ import annotations
