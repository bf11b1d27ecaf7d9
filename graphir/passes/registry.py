"""The pass registry: passes by name, imported on first use."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from graphir.errors import PassError
from graphir.passes.contract.base import Pass

PASSES: Final = {
    "debug_stripper": "debug_stripping:DebugStripping",
    "dead_nodes": "dead_nodes:DeadNodes",
    "function_inlining": "function_inlining:FunctionInlining",
    "functions": "functions.simplification:Functions",
    "shape_inference": "shape_inference:ShapeInference",
    "constant_folding": "constant_folding:ConstantFolding",
    "cse": "common_subexpressions:CommonSubexpressions",
    "arithmetic": "arithmetic.simplification:Arithmetic",
    "layout": "layouts:Layout",
    "reassociation": "reassociation:Reassociation",
    "loops": "loops.simplification:Loops",
    "dependencies": "dependencies:Dependencies",
    "auto_mixed_precision": "mixed_precision:MixedPrecision",
    "remapping": "remapping:Remapping",
    "noop_elimination": "datasets.elimination:NoopElimination",
    "batch_before_map": "datasets.vectorization:BatchBeforeMap",
    "map_fusion": "datasets.fusion:MapFusion",
    "filter_fusion": "datasets.fusion:FilterFusion",
    "map_and_filter_fusion": "datasets.fusion:MapAndFilterFusion",
    "shuffle_and_repeat_fusion": "datasets.fusion:ShuffleAndRepeatFusion",
    "map_and_batch_fusion": "datasets.fusion:MapAndBatchFusion",
    "map_parallelization": "datasets.parallelization:MapParallelization",
    "filter_parallelization": "datasets.parallelization:FilterParallelization",
    "parallel_batch": "datasets.parallelization:ParallelBatch",
    "inject_prefetch": "datasets.parallelization:InjectPrefetch",
}
"""Pass name -> module in this package and class, in the order in which they run.

What is to be found by other passes comes before them: fused ops, which no rule looks
into, come last.
"""

OF_PIPELINES: Final = {
    "noop_elimination": True,
    "batch_before_map": True,
    "map_fusion": False,
    "filter_fusion": False,
    "map_and_filter_fusion": False,
    "shuffle_and_repeat_fusion": False,
    "map_and_batch_fusion": False,
    "map_parallelization": False,
    "filter_parallelization": False,
    "parallel_batch": False,
    "inject_prefetch": False,
}
"""Passes for pipelines -> whether they run when no option of the dataset says so.

They run on a pipeline when it is read, not on functions that are traced.
"""

TENSORFLOW_OPTIONS: Final = {
    "disable_model_pruning": ("dead_nodes",),
    "function_optimization": ("function_inlining", "functions"),
    "shape_optimization": ("shape_inference",),
    "constant_folding": ("constant_folding",),
    "common_subgraph_elimination": ("cse",),
    "arithmetic_optimization": ("arithmetic", "reassociation"),
    "layout_optimizer": ("layout",),
    "loop_optimization": ("loops",),
    "dependency_optimization": ("dependencies",),
    "remapping": ("remapping",),
}
"""TensorFlow's option -> the passes it turns on or off; they are on by default.

An option that starts with ``disable_`` turns its passes off when it is true.
"""

ON_REQUEST: Final = {
    "debug_stripper": "debug_stripper",
    "auto_mixed_precision": "auto_mixed_precision",
    "auto_mixed_precision_mkl": "auto_mixed_precision{dtype=bfloat16}",
    "auto_mixed_precision_onednn_bfloat16": "auto_mixed_precision{dtype=bfloat16}",
}
"""TensorFlow's option -> the pass that runs only where the option is true."""

WHOLE: Final = {
    "disable_meta_optimizer": "true: no pass runs",
    "min_graph_nodes": "smaller graphs are left as they are; -1 or 0: none",
    "numerics": "`fast` allows rules that change last bits, NaN or infinities; "
    "`exact` (the default) does not. Not an option of TensorFlow",
}
"""Option -> what it does to the whole pipeline."""

WITHOUT_EFFECT: Final = {
    "auto_parallel": "there is one device",
    "implementation_selector": "an op has one kernel",
    "memory_optimization": "values are dropped after their last use anyway, and "
    "nothing is recomputed",
    "pin_to_host_optimization": "everything is on the host",
    "scoped_allocator_optimization": "there is nothing to send in one buffer",
    "use_plugin_optimizers": "there are no plug-ins",
}
"""Options of TensorFlow that are accepted and change nothing -> why."""

OPTIONS: Final = frozenset({*TENSORFLOW_OPTIONS, *ON_REQUEST, *WHOLE, *WITHOUT_EFFECT})
"""Every option there is."""


def find_pass(name: str) -> type[Pass]:
    """The class of a pass.

    >>> find_pass("cse").__name__
    'CommonSubexpressions'

    Raises:
      PassError: if no pass has that name; tells a near name, or all passes.
    """
    place = PASSES.get(name)
    if place is None:
        from difflib import get_close_matches

        close = get_close_matches(name, PASSES, n=1)
        every = f"there are: {', '.join(sorted(PASSES))}."
        hint = f"did you mean {close[0]!r}?" if close else every
        raise PassError(f"There is no pass {name!r}; {hint}")
    module, _, class_name = place.partition(":")
    found: type[Pass] = getattr(import_module(f"graphir.passes.{module}"), class_name)
    return found
