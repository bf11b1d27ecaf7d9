"""Questions about a graph: order, reachability, known values, statistics.

Nothing here changes a graph. Layers: order, reachability, evaluation,
constant_values, networks, costs, statistics
"""

from __future__ import annotations
