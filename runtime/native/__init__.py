"""``jit_compile=True``: regions of a graph as native code, through llvmlite.

Imported when the first function is compiled; llvmlite itself with the first code.

Not here: programs in Python (`executor`).
"""

from __future__ import annotations
