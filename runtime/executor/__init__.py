"""Graph to something that runs: one straight-line Python function.

Layers: names, truth, variants, direct_kernels, kernels, plan, python_numbers,
loop_bounds, call_graph, failures, dataflow_nodes, dataflow, blocks, row_blocks,
scratch, python_source, reused_memory, call_source, block_source, expressions,
element_source, control_flow_source, loop_source, parallel_source, native, profiles,
program_texts, program
"""

from __future__ import annotations

from runtime.executor.program import Program, compile_graph

__all__ = ["Program", "compile_graph"]
