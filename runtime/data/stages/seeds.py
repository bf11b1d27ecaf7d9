"""Seed generators: each iteration of a shuffle draws new seeds for its order."""

from __future__ import annotations

import secrets
from typing import Any

from graphir.compute.forks import forkable_lock
from graphir.ops.contract.handles import handle_class
from graphir.ops.datasets import buffering as ops
from graphir.ops.random.philox import Philox, Words
from runtime.stateful_kernels.attaching import kernel


@handle_class("seeds")
class SeedGenerator:
    """Two seeds per iteration: constant seeds, or new seeds derived from the first."""

    __slots__ = ("__weakref__", "_lock", "_words", "count", "renews", "seeds")

    shape = ()
    """A resource is a scalar."""

    def __init__(self, seeds: tuple[int, int], renews: bool) -> None:
        if not any(seeds):
            seeds = secrets.randbits(63), secrets.randbits(63)
        self.seeds = seeds
        self.renews = renews
        self.count = 0
        self._lock = forkable_lock()
        self._words = Words(Philox.from_seeds(*seeds))

    def next_seeds(self) -> tuple[int, int]:
        """The seeds of the next iteration."""
        if not self.renews:
            return self.seeds
        with self._lock:
            self.count += 2
            return self._words.word(), self._words.word()

    def go_to(self, count: int) -> None:
        """Sets the number of drawn seeds, as a restored iterator needs."""
        with self._lock:
            self._words = Words(Philox.from_seeds(*self.seeds))
            for _ in range(count):
                self._words.word()
            self.count = count


@handle_class("seeds", "cache", "threads")
class Dummy:
    """A placeholder for a resource that the dataset makes itself."""

    __slots__ = ("__weakref__",)

    shape = ()


def as_generator(given: Any, seeds: tuple[int, int], renews: bool) -> SeedGenerator:
    """The generator itself, or a new generator with these seeds."""
    return given if isinstance(given, SeedGenerator) else SeedGenerator(seeds, renews)


@kernel(ops.DummySeedGenerator)
def _dummy() -> Dummy:
    return Dummy()


@kernel(ops.AnonymousSeedGenerator)
def _anonymous(seed: Any, seed2: Any, reshuffle: Any) -> Any:
    made = SeedGenerator((int(seed), int(seed2)), bool(reshuffle))
    return made, Dummy()


@kernel(ops.AnonymousRandomSeedGenerator)
def _anonymous_random(seed: Any, seed2: Any) -> Any:
    return SeedGenerator((int(seed), int(seed2)), True), Dummy()


def _forget(*_: Any) -> None:
    """Does nothing: an unreferenced generator is freed by itself."""


for _op in (ops.DeleteSeedGenerator, ops.DeleteRandomSeedGenerator):
    kernel(_op)(_forget)

__all__ = ["Dummy", "SeedGenerator", "as_generator"]
