"""The executor: compiles a graph to one straight-line Python function and runs it."""

from __future__ import annotations

from runtime.executor.program import Program, compile_graph

__all__ = ["Program", "compile_graph"]
