"""Functions: equal ones become one, and calls lose what they need not hand over.

Layers: calls, duplicates, arguments, conditions, results, simplification
"""

from __future__ import annotations
