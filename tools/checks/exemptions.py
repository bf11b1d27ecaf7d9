"""Exemptions from the checks of layers and sizes, with their reasons."""

from __future__ import annotations

from typing import Final

UPWARD: Final[dict[tuple[str, str], str]] = {}
"""Module and higher room -> why a function of the module imports it when called."""

SIZES: Final = {
    ("names", "graphir/ops/*/*.py"): "a family of ops is one module",
    ("names", "graphir/errors.py"): "one class per kind of failure",
    ("names", "graphir/dtypes.py"): "one table: a name per element type",
    ("names", "runtime/errors.py"): "one class per kind of failure",
    ("names", "runtime/*/*.py"): "public namespaces are as wide as TensorFlow's",
    ("names", "tests/*.py"): "each test is a name",
    ("function", "benchmarks/samples/*.py"): "a long function is what is converted",
    ("names", "benchmarks/*.py"): "each workload is a name",
    ("methods", "autograph/operators/*.py"): "one hook per construct of Python",
    ("methods", "runtime/autograph_operators.py"): "one hook per construct of Python",
    ("methods", "graphir/graph.py"): "edits and views of one thing",
    ("methods", "graphir/shapes.py"): "the methods of TensorFlow's TensorShape",
    (
        "methods",
        "graphir/ops/contract/declaration.py",
    ): "the contract of an op, in one class",
    ("methods", "runtime/native/llvm/emitter.py"): "one per kind of instruction",
    ("methods", "runtime/random/generators.py"): "the methods of TensorFlow's class",
    ("methods", "runtime/linalg/operators/*.py"): "those of TensorFlow's class",
    ("methods", "runtime/ragged/*.py"): "the methods of TensorFlow's RaggedTensor",
    (
        "methods",
        "runtime/distribute/dtensor/*.py",
    ): "the methods of TensorFlow's Mesh and Layout",
    (
        "methods",
        "runtime/distribute/coordinator/sharded_variables.py",
    ): "the methods of TensorFlow's class",
    ("methods", "tests/*.py"): "each test is a name",
}
"""Measure and files (`*` crosses folders) -> why the budget does not apply."""

OP_TABLES: Final = {
    ("graphir/passes/arithmetic/*.py", "*"): "an equation names the ops of its sides",
    ("graphir/passes/remapping.py", "*"): "a fused op names what it is made of",
    ("graphir/rewrite/pattern.py", "_OPERATORS"): "Python's operators in equations",
    ("graphir/editing/finding.py", "_OPERATORS"): "Python's operators in patterns",
    ("graphir/editing/freezing.py", "_USES"): "each is rewritten in its own way",
    ("graphir/editing/freezing.py", "_CARRIERS"): "what those of a handle become",
    ("graphir/analysis/constant_values.py", "_OF_SHAPES"): "a rule for each, beside it",
    ("graphir/analysis/costs.py", "_FORMULAS"): "a formula for each, beside it",
    ("runtime/tensor_operators.py", "_COMPARISONS"): "Python's operators",
    ("runtime/nn/embeddings.py", "_combined_plain"): "a word users say -> op",
    (
        "runtime/stateful_kernels/variable_updates.py",
        "_ELEMENTS",
    ): "an op on a variable -> the op on its value",
    (
        "runtime/distribute/workers/membership.py",
        "_WAYS",
    ): "words of an attribute -> ways of the transport",
    ("runtime/executor/kernels/*.py", "*"): "the back end's own kernels, beside them",
    ("runtime/executor/planning/python_numbers.py", "*"): "ops -> Python's operators",
    ("runtime/executor/planning/row_blocks.py", "*"): "the back end's own kernels",
    ("runtime/executor/planning/loop_bounds.py", "*"): "sums that count the turns",
    ("runtime/executor/source/*.py", "WRITERS"): "their writers, beside them",
    ("runtime/data/__init__.py", "__all__"): "classes that are called as ops are",
    ("runtime/native/lowering/arrays.py", "_shape"): "in the rule of these ops",
    ("runtime/native/lowering/arrays.py", "followed"): "the steps of a fused op",
    ("runtime/native/lowering/elements.py", "_INTEGER_DIVISIONS"): "in their rule",
    ("runtime/native/selection/inner_updates.py", "_READS"): "reads without a copy",
}
"""File and table (`*` stands for any) -> why it names ops all the same."""

DEAD: Final[dict[tuple[str, str], str]] = {}
"""File and function -> why a function that nothing uses stays."""
