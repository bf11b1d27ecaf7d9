"""Notebook display of functions, traces, datasets and modules: drawings and tables."""

from __future__ import annotations

from html import escape
from typing import Any

from graphir.drawing.notebook_tables import table_html
from graphir.drawing.notebooks import graph_html
from runtime.data.stages.pipeline_graphs import pipeline_graph
from runtime.explorer.captured_names import captured_variables
from runtime.functions.concrete_function import ConcreteFunction
from runtime.functions.function import Function
from runtime.tensors.tensor import EagerTensor
from runtime.tracing.graphs import Graph
from runtime.variables.module import variables_by_path


def function_html(function: Function) -> str:
    """The traces of a function with their reasons, and a drawing of the last.

    >>> double = tf.function(lambda x: x + x)
    >>> function_html(double)
    '<div class="graphir"><b>&lt;lambda&gt;</b>, not traced yet</div>'
    """
    records, traces = function.trace_history(), function._list_all_concrete_functions()
    name = f"<b>{escape(function.name)}</b>"
    if not records:
        return f'<div class="graphir">{name}, not traced yet</div>'
    count = "1 trace" if len(records) == 1 else f"{len(records)} traces"
    rows = [
        (each.number, each.node_count, 1e3 * each.seconds, each.signature, each.reason)
        for each in records
    ]
    table = table_html(("trace", "nodes", "ms", "made for", "because"), rows)
    last = _drawing(function.python_function, traces[-1]) if traces else ""
    return f'<div class="graphir"><div>{name}, {count}</div>{table}{last}</div>'


def _drawing(function: Any, concrete: ConcreteFunction) -> str:
    return graph_html(concrete.graph.ir, captured_variables(function, concrete))


def concrete_html(concrete: ConcreteFunction) -> str:
    """The signature, the traced graph, and (collapsed) the optimized graph."""
    text = escape(str(concrete))
    optimized = graph_html(concrete.optimized_graph.ir)
    return (
        f'<div class="graphir"><pre>{text}</pre>{graph_html(concrete.graph.ir)}'
        f"<details><summary>as it runs, optimized</summary>{optimized}</details></div>"
    )


def traced_graph_html(graph: Graph) -> str:
    """The drawing of a graph that is or was traced."""
    return graph_html(graph.ir)


def dataset_html(dataset: Any) -> str:
    """The element spec and the stages as a graph; no element is read.

    Inside a graph a dataset has no stages yet: only its text is shown.
    """
    text = f"<pre>{escape(repr(dataset))}</pre>"
    variant = dataset.variant
    if not isinstance(variant, EagerTensor):
        return f'<div class="graphir">{text}</div>'
    drawing = graph_html(pipeline_graph(variant._array).graph)
    return f'<div class="graphir">{text}{drawing}</div>'


def module_html(module: Any) -> str:
    """The variables of a module by path, with shape, dtype and whether trained."""
    trained = {id(each) for each in module.trainable_variables}
    paths = {id(each): path for path, each in variables_by_path(module)}
    rows = [
        (
            paths.get(id(each), ""),
            each.name,
            str(tuple(each.shape)),
            each.dtype.name,
            "yes" if id(each) in trained else "no",
        )
        for each in module.variables
    ]
    parts = [type(each).__name__ for each in module.submodules]
    told = f"; of {', '.join(parts)}" if parts else ""
    table = table_html(("variable", "name", "shape", "dtype", "trained"), rows)
    # a module whose __init__ does not call that of tf.Module has no name
    name = getattr(module, "name", "a module")
    return (
        f'<div class="graphir"><div><b>{escape(name)}</b> '
        f"({escape(type(module).__name__)}), {len(rows)} variables{escape(told)}</div>"
        f"{table}</div>"
    )
