"""Traces one Python function: runs it on placeholders, twice if it makes variables."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from autograph.operators.calls import converting_members
from runtime.functions.concrete_function import ConcreteFunction
from runtime.functions.declaration import Declaration
from runtime.functions.function_body import placeholders_for, traced_outputs
from runtime.signatures.binding import BoundArguments
from runtime.signatures.call_signature import CallSignature
from runtime.staging.refusals import refusals_of
from runtime.tracing.dependencies import order_effects
from runtime.tracing.graph_trace import GraphTrace, current_trace, next_number
from runtime.variables.variable_creation import (
    CREATION,
    LATER,
    SINGLETON,
    VariableCreation,
)


class Tracer:
    """Traces one function, which may create variables on its first trace only."""

    def __init__(self, declaration: Declaration) -> None:
        self.count = 0
        """How often the Python function ran to the end to be traced."""
        self._declaration = declaration
        self._converted: Callable[..., Any] | None = None
        self._refusal = ""
        """Why no variable may be created; empty before the first trace."""
        self._in_progress: set[tuple[int, int, CallSignature]] = set()

    def trace(
        self, signature: CallSignature, bound: BoundArguments
    ) -> ConcreteFunction:
        """Traces the function; if it creates variables, sets them and traces again.

        Raises:
          RecursionError: if this thread is already tracing the function for the
            signature.
          ValueError: if a variable is created that is not allowed.
        """
        creation = VariableCreation(self._refusal)
        concrete = self._traced_once(signature, bound, creation)
        if not creation.has_any:
            self._refusal = self._refusal or LATER
            return concrete
        creation.initialize(concrete.trace, bound.tensors())
        self._refusal = SINGLETON
        return self._traced_once(signature, bound, VariableCreation(SINGLETON))

    def _traced_once(
        self,
        signature: CallSignature,
        bound: BoundArguments,
        creation: VariableCreation,
    ) -> ConcreteFunction:
        declared = self._declaration
        with self._guarded(signature):
            trace = GraphTrace(declared.name, current_trace(), is_function=True)
            trace.defaults.boundary = Tracer._run.__code__
            CREATION.set(trace, creation)
            with trace.recording(), refusals_of(trace):
                values = [
                    placeholders_for(trace, argument.name, argument.type, value)
                    for argument, value in zip(signature.arguments, bound.values)
                ]
                result = self._run(bound, values)
                outputs, structured = traced_outputs(
                    trace, result, declared.python_function
                )
            trace.graph.outputs = [tensor.value for tensor in outputs]
            trace.captures.put_last()
            order_effects(trace, outputs)
            self.count += 1
        name = f"__inference_{declared.name}_{next_number()}"
        return ConcreteFunction(trace, name, signature, structured, declared.compiles())

    @contextmanager
    def _guarded(self, signature: CallSignature) -> Iterator[None]:
        # a process that was forked has other threads under the same numbers
        key = os.getpid(), threading.get_ident(), signature
        if key in self._in_progress:
            raise RecursionError(
                f"{self._declaration.name!r} calls itself with a signature that is "
                f"being traced: {', '.join(map(str, signature.arguments))}. A graph "
                "cannot call itself: recur on a Python value that changes, or use a "
                "loop."
            )
        self._in_progress.add(key)
        try:
            yield
        finally:
            self._in_progress.discard(key)

    def _run(self, bound: BoundArguments, values: Sequence[Any]) -> Any:
        args, kwargs = bound.call_arguments(values)
        declared = self._declaration
        if self._converted is None:
            self._converted = declared.converted()
        if declared.options is None:
            return self._converted(*args, **kwargs)
        given = (*args, *kwargs.values())
        with converting_members(declared.python_function, given, declared.options):
            return self._converted(*args, **kwargs)


__all__ = ["Tracer"]
