"""The bounded trace cache of one function, keyed by signature, without dead objects."""

from __future__ import annotations

import weakref
from collections import deque
from collections.abc import Callable
from types import MethodType
from typing import Any, Final

from runtime.functions.concrete_function import ConcreteFunction
from runtime.signatures.call_signature import CallSignature

LIMIT: Final = 1024
"""Traces that one function keeps; the oldest goes when there are more."""


REMEMBERED: Final = 16
"""Signatures that are kept of traces that went, to explain the next ones."""


def _owner(target: Any) -> Any:
    """The object whose lifetime identifies the target: a method's instance."""
    return target.__self__ if isinstance(target, MethodType) else target


class TraceCache:
    """Traces by call signature; traces of an object are dropped when it dies."""

    def __init__(self, on_loss: Callable[[], None]) -> None:
        self._traces: dict[CallSignature, ConcreteFunction] = {}
        self._deaths: dict[CallSignature, list[Any]] = {}
        self._forgotten: deque[CallSignature] = deque(maxlen=REMEMBERED)
        self._on_loss = on_loss

    def find(self, signature: CallSignature) -> ConcreteFunction | None:
        """The trace for a signature, or the narrowest trace of a wider signature."""
        found = self._traces.get(signature)
        if found is not None:
            return found
        best: CallSignature | None = None
        for known in list(self._traces):
            if not signature.is_subtype_of(known):
                continue
            if best is None or known.is_subtype_of(best):
                best = known
        return None if best is None else self._traces.get(best)

    def add(self, signature: CallSignature, concrete: ConcreteFunction) -> None:
        """Adds a trace; drops the oldest trace if the cache is full."""
        while len(self._traces) >= LIMIT:
            self._forget(next(iter(self._traces)))
        self._traces[signature] = concrete
        references = signature.weak_references()
        if references:
            self._deaths[signature] = [
                weakref.ref(_owner(target), self._watcher(signature))
                for target in (reference() for reference in references)
                if target is not None
            ]

    def _watcher(self, signature: CallSignature) -> Callable[[Any], None]:
        # neither the cache nor the signature may be kept alive by what watches them
        cache = weakref.ref(self)

        def died(_: Any) -> None:
            here = cache()
            if here is not None:
                here._forget(signature)

        return died

    def _forget(self, signature: CallSignature) -> None:
        # what a dead object was equal to is not known, but keys are compared by
        # identity first
        self._traces.pop(signature, None)
        self._deaths.pop(signature, None)
        self._forgotten.append(signature)
        self._on_loss()

    def signatures(self) -> list[CallSignature]:
        """The signatures of the cached traces, oldest first."""
        return list(self._traces)

    def every_signature(self) -> list[CallSignature]:
        """Signatures of the cached traces, and of the most recently dropped traces."""
        return [*self._forgotten, *self._traces]

    def values(self) -> list[ConcreteFunction]:
        """The traces, the oldest first."""
        return list(self._traces.values())

    def __len__(self) -> int:
        return len(self._traces)


__all__ = ["TraceCache"]
