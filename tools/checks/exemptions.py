"""What the checks of layers and sizes let pass, each with its reason."""

from __future__ import annotations

from typing import Final

UPWARD: Final = {
    ("graphir.node", "graphir.ops"): "a node knows its declaration when asked",
    ("graphir.node", "graphir.analysis"): "a value is known when asked",
    ("graphir.graph", "graphir.wire"): "as_graph_def() is a method for users",
    ("graphir.graph", "graphir.analysis"): "to_networkx() is a method for users",
    ("graphir.graph", "graphir.printer"): "str(graph) is the text form",
    ("graphir.graph", "graphir.subgraphs"): "subgraph() is a method for users",
    ("graphir.graph", "graphir.drawing"): "notebooks show a graph as a picture",
    ("graphir.node", "graphir.drawing"): "notebooks show a node as a picture",
    ("graphir.graph", "graphir.finding"): "find() is a method for users",
    ("runtime.symbolic_tensor", "runtime.formatting"): "texts of tensors are warned of",
    ("runtime.symbolic_tensor", "runtime.staged_text"): "text stands for a tensor",
    ("runtime.conversion", "runtime.staged_text"): "text that stands for a tensor",
    ("runtime.printing", "runtime.staged_text"): "text that stands for a tensor",
    ("runtime.formatting", "runtime.tracing"): "a caught mistake fails the trace",
    ("runtime.conversion", "runtime.apply"): "a list of tensors is packed by an op",
    ("runtime.symbolic_tensor", "runtime.graphs"): "a tensor shows its operation",
    ("runtime.graphs", "runtime.tracing"): "tf.Graph() starts a trace",
    ("runtime.staging.builtins", "runtime.arrays"): "a staged range is tf.range",
    (
        "runtime.staging.calls",
        "runtime.functions",
    ): "a check traces what it is given",
    ("runtime.tensor_operators", "runtime.math"): "`+` is the public function",
    ("runtime.tensor_operators", "runtime.linalg"): "`@` is the public function",
    ("runtime.tensor_operators", "runtime.arrays"): "`[]` is the public function",
    ("runtime.ragged.ragged_tensor", "runtime.ragged.conversions"): "to_tensor()",
    (
        "runtime.ragged.ragged_tensor",
        "runtime.ragged.dispatch",
    ): "ops on ragged tensors",
    ("runtime.ragged.ragged_tensor", "runtime.ragged.ragged_tensor_spec"): "its spec",
    ("runtime.ragged.ragged_tensor", "runtime.ragged.reshaping"): "merge_dims()",
    ("runtime.ragged.ragged_tensor", "runtime.ragged.subscripts"): "`[]`",
    ("runtime.sparse.sparse_tensor", "runtime.sparse.sparse_tensor_spec"): "its spec",
}
"""Module and higher layer -> why a function of the module imports it when called."""

SIZES: Final = {
    ("names", "graphir/ops/*.py"): "a family of ops is one module",
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
    ("methods", "graphir/ops/declaration.py"): "the contract of an op, in one class",
    ("methods", "runtime/executor/native/emitter.py"): "one per kind of instruction",
    ("methods", "runtime/random/generators.py"): "the methods of TensorFlow's class",
    ("methods", "runtime/linalg/operators/*.py"): "those of TensorFlow's class",
    ("methods", "runtime/ragged/*.py"): "the methods of TensorFlow's RaggedTensor",
    ("methods", "tests/*.py"): "each test is a name",
}
"""Measure and files (`*` crosses folders) -> why the budget does not apply."""
