"""Graph analyses: order, reachability, constants, statistics.

An analysis reads a graph and never changes it.

Not here: transformations of graphs (`passes`, `editing`).
"""

from __future__ import annotations
