"""Passes by name; each is imported when it is first asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Final

from graphir.errors import PassError
from graphir.passes.base import Pass

PASSES: Final = {
    "dead_nodes": "dead_nodes:DeadNodes",
    "constant_folding": "constant_folding:ConstantFolding",
    "arithmetic": "arithmetic.simplification:Arithmetic",
    "shape_inference": "shape_inference:ShapeInference",
    "dependencies": "dependencies:Dependencies",
    "function_inlining": "function_inlining:FunctionInlining",
    "loops": "loops:Loops",
    "cse": "common_subexpressions:CommonSubexpressions",
}
"""Pass name -> module in this package and class."""

TENSORFLOW_OPTIONS: Final = {
    "disable_model_pruning": ("dead_nodes",),
    "constant_folding": ("constant_folding",),
    "common_subgraph_elimination": ("cse",),
    "arithmetic_optimization": ("arithmetic",),
    "function_optimization": ("function_inlining",),
    "loop_optimization": ("loops",),
    "shape_optimization": ("shape_inference",),
    "dependency_optimization": ("dependencies",),
}
"""TensorFlow's option -> the passes it turns on or off.

An option that starts with ``disable_`` turns its passes off when it is true.
"""


def find_pass(name: str) -> type[Pass]:
    """The class of a pass.

    >>> find_pass("cse").__name__
    'CommonSubexpressions'

    Raises:
      PassError: if no pass has that name; lists those there are.
    """
    place = PASSES.get(name)
    if place is None:
        raise PassError(
            f"There is no pass {name!r}; there are: {', '.join(sorted(PASSES))}."
        )
    module, _, class_name = place.partition(":")
    found: type[Pass] = getattr(import_module(f"graphir.passes.{module}"), class_name)
    return found
