"""Graph to something that runs: one straight-line Python function.

Not here: native code (`native`), and passes (`graphir.passes`).
"""

from __future__ import annotations

from runtime.executor.program import Program, compile_graph

__all__ = ["Program", "compile_graph"]
