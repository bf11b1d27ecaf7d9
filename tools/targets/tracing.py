"""Traces a target; errors are reported in the user's terms."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from graphir.analysis.input_names import InputNames, names_of_inputs

from ..failures import BAD_INPUT, NOT_CONVERTED, Failure, failing_with
from ..parsing import did_you_mean
from .arguments import Arguments, parse_arguments
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

    Without arguments it is traced for those of its ``input_signature``.

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
    if arguments.is_empty and is_signed(function):
        arguments = Arguments(tuple(function.input_signature), {})
    check_arguments(target, function.python_function, arguments)
    with failing_with(NOT_CONVERTED, f"tracing {target.text}"):
        concrete = function.get_concrete_function(
            *arguments.positional, **arguments.named
        )
    return Traced(concrete, function, function.python_function)


def is_signed(function: Any) -> bool:
    """Whether a function was declared with specs, so that it is traced without more."""
    return bool(getattr(function, "input_signature", None))


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
    return graph_with_names(
        target, texts, optimized=optimized, fetches=fetches, signature=signature
    )[0]


def graph_with_names(
    target: str,
    texts: list[str],
    *,
    optimized: bool = False,
    fetches: list[str] | None = None,
    signature: str | None = None,
) -> tuple[Any, InputNames]:
    """As ``graph_of``; with it the names in the user's code of what inputs stand for.

    Raises:
      Failure: if the target cannot be loaded, converted or traced.
    """
    if is_graph_file(target):
        found = _graph_in_file(target, texts, optimized, fetches)
        return found, names_of_inputs(found, {})
    if fetches:
        raise Failure("--fetch goes with a graph file.", BAD_INPUT)
    owner, traced = concrete_of(target, texts, signature)
    graph = traced.optimized_graph if optimized else traced.graph
    from runtime.explorer.captured_names import captured_variables

    found = graph.ir.copy()
    captures = captured_variables(getattr(owner, "call", owner), traced)
    return found, names_of_inputs(found, captures)


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
