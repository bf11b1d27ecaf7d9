"""Graph analyses, which change nothing: order, reachability, constants, statistics.

Layers: order, reachability, evaluation,
constant_values, networks, costs, statistics
"""

from __future__ import annotations
