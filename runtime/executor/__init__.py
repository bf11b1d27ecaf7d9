"""Compiles graphs to straight-line Python functions.

Not here: native code (`native`), and passes (`graphir.passes`).
"""

from __future__ import annotations

from runtime.executor.program import Program, compile_graph

__all__ = ["Program", "compile_graph"]
