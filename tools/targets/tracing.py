"""Traces a target; errors are reported in the user's terms."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..failures import BAD_INPUT, NOT_CONVERTED, Failure, failing_with
from ..parsing import did_you_mean
from .arguments import Arguments, parse_arguments
from .captures import captured_variables
from .functions import FunctionTarget, is_graph_file, load_function, load_graph
from .keras_files import is_keras_file, model_of
from .models import is_model, signature_of


@dataclass(frozen=True)
class Traced:
    """A function that was traced for some arguments."""

    concrete: Any
    call: Callable[..., Any]
    python_function: Callable[..., Any]


def trace(target: FunctionTarget, arguments: Arguments, *, jit: bool = False) -> Traced:
    """Traces the function for the arguments; ``jit`` turns on native code.

    Raises:
      Failure: if it cannot be converted or traced, or does not accept the arguments.
    """
    import runtime as tf
    from runtime.tracing.origins import end_frames_at

    # our own lines call the function, but nothing comes from them
    end_frames_at(os.path.dirname(__file__))
    function = target.callable()
    if not hasattr(function, "get_concrete_function"):
        function = tf.function(function, jit_compile=jit or None)
    elif jit:
        function = tf.function(function.python_function, jit_compile=True)
    _check_kind(target, function.python_function)
    check_arguments(target, function.python_function, arguments)
    with failing_with(NOT_CONVERTED, f"tracing {target.text}"):
        concrete = function.get_concrete_function(
            *arguments.positional, **arguments.named
        )
    return Traced(concrete, function, function.python_function)


def _check_kind(target: FunctionTarget, function: Callable[..., Any]) -> None:
    """Raises a Failure for a function whose call only makes a generator."""
    is_generator = inspect.isgeneratorfunction(function)
    if is_generator or inspect.isasyncgenfunction(function):
        kind = "a generator"
    elif inspect.iscoroutinefunction(function):
        kind = "a coroutine"
    else:
        return
    raise Failure(
        f"{target.text} is {kind}, which cannot be traced: name a function that "
        "returns tensors.",
        NOT_CONVERTED,
    )


def check_arguments(
    target: FunctionTarget, function: Callable[..., Any], arguments: Arguments
) -> None:
    """Raises a Failure unless the function accepts ``arguments``."""
    try:
        signature = inspect.signature(function)
    except ValueError:
        return  # a function in C that does not tell: the call will
    _check_names(target, signature, arguments)
    try:
        signature.bind(*arguments.positional, **arguments.named)
    except TypeError as error:
        raise Failure(
            f"{target.text} takes {signature}: {error}. Give each argument with --arg.",
            BAD_INPUT,
        ) from error


def _check_names(target: FunctionTarget, signature: Any, arguments: Arguments) -> None:
    """Raises a Failure for a named argument that the function does not have."""
    kinds = {each.kind for each in signature.parameters.values()}
    if inspect.Parameter.VAR_KEYWORD in kinds:
        return
    for name in arguments.named:
        if name not in signature.parameters:
            raise Failure(
                f"{target.text} takes {signature}, and no {name!r}; "
                f"{did_you_mean(name, signature.parameters)}",
                BAD_INPUT,
            )


def graph_of(
    target: str,
    texts: list[str],
    *,
    optimized: bool = False,
    fetches: list[str] | None = None,
    signature: str | None = None,
) -> Any:
    """The ``graphir.Graph`` of a target: a copy that may be changed.

    Of a SavedModel it is that of a signature.

    Raises:
      Failure: if the target cannot be loaded, converted or traced.
    """
    return graph_with_captures(
        target, texts, optimized=optimized, fetches=fetches, signature=signature
    )[0]


def graph_with_captures(
    target: str,
    texts: list[str],
    *,
    optimized: bool = False,
    fetches: list[str] | None = None,
    signature: str | None = None,
) -> tuple[Any, Mapping[str, str]]:
    """As ``graph_of``; with it the names of captured variables, by their inputs.

    Raises:
      Failure: if the target cannot be loaded, converted or traced.
    """
    if is_graph_file(target):
        return _graph_in_file(target, texts, optimized, fetches), {}
    if fetches:
        raise Failure("--fetch goes with a graph file.", BAD_INPUT)
    owner, traced = concrete_of(target, texts, signature)
    graph = traced.optimized_graph if optimized else traced.graph
    return graph.ir.copy(), captured_variables(getattr(owner, "call", owner), traced)


def concrete_of(
    target: str, texts: list[str], signature: str | None, allow: Sequence[str] = ()
) -> tuple[Any, Any]:
    """An object that keeps the variables alive, and the traced function of a target.

    Raises:
      Failure: if the target cannot be loaded, converted or traced.
    """
    if is_model(target):
        if texts:
            raise Failure(
                "--arg goes with a function: the signatures of a SavedModel are traced "
                "already.",
                BAD_INPUT,
            )
        return signature_of(target, signature, allow)
    if is_keras_file(target):
        return model_of(target, parse_arguments(texts), signature, allow)
    if signature is not None:
        raise Failure("--signature goes with a SavedModel.", BAD_INPUT)
    traced = trace(load_function(target), parse_arguments(texts))
    return traced, traced.concrete


def _graph_in_file(
    target: str, texts: list[str], optimized: bool, fetches: list[str] | None
) -> Any:
    from graphir.errors import GraphirError

    if texts:
        raise Failure("--arg goes with a function, not with a graph file.", BAD_INPUT)
    graph = load_graph(target)
    names = fetches or _result_names(graph)
    try:
        graph.outputs = [graph.value(name) for name in names]
    except GraphirError as error:
        raise Failure(f"--fetch: {error} {_results_of(graph)}", BAD_INPUT) from error
    if optimized:
        from graphir.passes.optimizer import optimize_graph

        optimize_graph(graph)
    return graph


def _results_of(graph: Any) -> str:
    names = _result_names(graph)
    return f"Its results are: {', '.join(names)}." if names else "It has no results."


def _result_names(graph: Any) -> list[str]:
    """What nobody reads; where nodes may be skipped, what nobody waits for either.

    There, values that only control edges lead on from are the pivots of branches and
    loops, which have no value on the side that is not taken.
    """
    from graphir.analysis.control_flow import has_control_flow

    found = [node for node in graph if _is_result(node)]
    if has_control_flow(graph):
        found = [node for node in found if not node.control_outputs] or found
    return [node.name for node in found]


def _is_result(node: Any) -> bool:
    """A node whose values nobody reads, and whose first one is an array."""
    if not node.outputs or node.op == "Placeholder":
        return False
    if not node.output.dtype.has_numpy:
        return False  # the state of a loop, say a list of tensors
    return not any(value.is_used for value in node.outputs)
