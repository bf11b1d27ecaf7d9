"""``jit_compile=True``: regions of a graph as native code, through llvmlite.

Imported when the first function is compiled; llvmlite when the first code is generated.
"""

from __future__ import annotations
