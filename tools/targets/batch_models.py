"""Models that compute batches of rows: a SavedModel, a graph file or a function."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from ..failures import BAD_INPUT, Failure
from .functions import is_graph_file, load_function, load_graph
from .models import is_model, signature_of

Predict = Callable[[Mapping[str, Any]], Mapping[str, Any]]


def batch_model(
    target: str,
    signature: str | None,
    allow: Sequence[str],
    keep: Sequence[str],
) -> Predict:
    """A function from columns to columns; it also returns the inputs named in ``keep``.

    Raises:
      Failure: if the target cannot be loaded.
    """
    if is_graph_file(target):
        compute = partial(_run_graph, load_graph(target))
    elif is_model(target):
        compute = partial(_call_model, *signature_of(target, signature, allow))
    else:
        compute = partial(_call_function, _staged(load_function(target).callable()))
    return partial(_with_kept, compute, tuple(keep))


def _with_kept(
    compute: Predict, keep: Sequence[str], columns: Mapping[str, Any]
) -> dict[str, Any]:
    kept = {name: _column(columns, name) for name in keep}
    return {**kept, **compute(columns)}


def _column(columns: Mapping[str, Any], name: str) -> Any:
    if name not in columns:
        raise Failure(
            f"there is no column {name!r}; there are: {', '.join(columns)}", BAD_INPUT
        )
    return columns[name]


def _run_graph(graph: Any, columns: Mapping[str, Any]) -> dict[str, Any]:
    import runtime as tf

    feeds = {
        f"{value.node.name}:0": _column(columns, value.node.name)
        for value in graph.inputs
    }
    names = [f"{value.node.name}:{value.index}" for value in graph.outputs]
    found = tf.run_graph(graph.as_graph_def(), feeds, names)
    return {_plain(name): _array(each) for name, each in zip(names, found)}


def _plain(name: str) -> str:
    return name.removesuffix(":0")


def _call_model(model: Any, function: Any, columns: Mapping[str, Any]) -> Any:
    positional, named = function.structured_input_signature
    specs = {**{each.name: each for each in positional}, **named}
    given = {
        name: _tensor(_column(columns, name), spec) for name, spec in specs.items()
    }
    return _by_name(function(**given))


def _staged(function: Any) -> Any:
    import runtime as tf

    is_staged = hasattr(function, "get_concrete_function")
    return function if is_staged else tf.function(function)


def _call_function(function: Any, columns: Mapping[str, Any]) -> Any:
    given = {
        name: _tensor(_column(columns, name), None)
        for name, each in inspect.signature(function).parameters.items()
        if _is_needed(each) or name in columns
    }
    return _by_name(function(**given))


def _is_needed(parameter: inspect.Parameter) -> bool:
    """Whether a call must have the argument: it has no default, and is one value."""
    several = parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD
    return parameter.default is parameter.empty and parameter.kind not in several


def _tensor(column: Any, spec: Any) -> Any:
    import runtime as tf

    return tf.convert_to_tensor(column, None if spec is None else spec.dtype)


def _by_name(result: Any) -> dict[str, Any]:
    if isinstance(result, dict):
        return {name: _array(each) for name, each in result.items()}
    if isinstance(result, (list, tuple)):
        return {f"output_{n}": _array(each) for n, each in enumerate(result)}
    return {"output": _array(result)}


def _array(value: Any) -> Any:
    return value.numpy() if hasattr(value, "numpy") else value
