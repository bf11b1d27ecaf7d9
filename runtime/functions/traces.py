"""The traces of one function: lookup, creation, and history."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter

from runtime.functions.concrete_function import ConcreteFunction
from runtime.functions.declaration import Declaration
from runtime.functions.retracing import TraceRecord, advise, explain, note_trace
from runtime.functions.trace_cache import TraceCache
from runtime.functions.trace_observers import OBSERVERS
from runtime.functions.tracer import Tracer
from runtime.functions.tracing_lock import TRACING, rare_collections
from runtime.signatures.binding import BoundArguments
from runtime.signatures.call_signature import CallSignature
from runtime.signatures.signature_text import parameter_list
from runtime.tracing.graph_trace import current_trace
from runtime.tracing.origins import user_origin


class Traces:
    """The traces of one function; additions and removals call ``on_change``."""

    def __init__(self, declaration: Declaration, on_change: Callable[[], None]) -> None:
        self.history: list[TraceRecord] = []
        self._declaration = declaration
        self._tracer = Tracer(declaration)
        self._cache = TraceCache(on_change)
        self._on_change = on_change

    @property
    def count(self) -> int:
        """The number of traces so far."""
        return self._tracer.count

    def all(self) -> list[ConcreteFunction]:
        """Every trace that is kept, the oldest first."""
        return self._cache.values()

    def serving(self, bound: BoundArguments, is_call: bool) -> ConcreteFunction:
        """The narrowest trace that accepts the arguments; a new trace if none does.

        Raises:
          RecursionError: if this thread is making that trace.
        """
        signature = bound.signature()
        found = self._cache.find(signature)
        if found is not None:
            return found
        with TRACING:
            # another thread may have been here meanwhile
            found = self._cache.find(signature)
            return found or self._made(signature, bound, is_call)

    def explanation(self, signature: CallSignature) -> str:
        """The reason why a call with a signature would be traced, or would not be."""
        if self._cache.find(signature) is not None:
            return "a trace for this call exists"
        if not self.history:
            return "the function has not been traced yet"
        return explain(signature, self._cache.every_signature())

    def _made(
        self, signature: CallSignature, bound: BoundArguments, is_call: bool
    ) -> ConcreteFunction:
        known = self._cache.every_signature()
        reason, advice = explain(signature, known), advise(signature, known)
        # what functions call as they are traced is traced once, with them
        is_noted = is_call and signature.place is None and current_trace() is None
        signature = signature.without_values()
        if self._declaration.reduce_retracing:
            signature = self._relaxed(signature)
        started = perf_counter()
        with rare_collections():
            concrete = self._tracer.trace(signature, bound)
        self._on_change()
        self._cache.add(signature, concrete)
        if is_noted:
            note_trace(self._declaration.python_function, reason, advice)
        record = TraceRecord(
            self.count,
            parameter_list(concrete.function_type.shown),
            reason,
            perf_counter() - started,
            len(concrete.trace.graph),
            advice,
            _place_text(),
        )
        self.history.append(record)
        for observer in OBSERVERS:
            observer.traced(self._declaration, concrete, record)
        return concrete

    def _relaxed(self, signature: CallSignature) -> CallSignature:
        for known in reversed(self._cache.signatures()):
            general = signature.generalized_with(known)
            if general is not None:
                return general
        return signature

    def __len__(self) -> int:
        return len(self._cache)


def _place_text() -> str:
    """The user's line that calls now, as ``file:line``; empty where there is none."""
    origin = user_origin()
    return "" if origin is None else f"{origin.frame.filename}:{origin.frame.line}"


__all__ = ["Traces"]
