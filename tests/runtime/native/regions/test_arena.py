"""The one block of memory in which arrays between a region's stages lie."""

from __future__ import annotations

import weakref
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite")

import runtime as tf
from runtime.native.regions import arena, shared_work
from runtime.native.regions.arena import Arena, planned_arena
from runtime.native.terms.stages import StagePlan
from runtime.native.terms.terms import Term


@pytest.fixture
def arenas(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Arena, int]]:
    """Every arena that is planned, and the bytes of the arrays that lie in it."""
    found: list[tuple[Arena, int]] = []

    def planned(
        plan: StagePlan, terms: Sequence[Term], replaced: Mapping[Term, Term]
    ) -> Arena:
        made = planned_arena(plan, terms, replaced)
        size = sum(term.size * term.element.bytes for term in terms)
        found.append((made, size))
        return made

    monkeypatch.setattr(shared_work, "planned_arena", planned)
    monkeypatch.setattr(shared_work, "LEAST_WORK", 0)
    monkeypatch.setattr(shared_work, "LEAST_CHUNK", 1)
    monkeypatch.setattr(shared_work, "thread_count", lambda: 2)
    return found


def test_layers_one_after_the_other_use_the_same_memory(
    arenas: list[tuple[Arena, int]],
) -> None:
    generator = np.random.default_rng(0)
    x = generator.normal(size=(40, 24)).astype(np.float32)
    weights = generator.normal(size=(5, 24, 24)).astype(np.float32) / 5

    def layers(x: Any) -> Any:
        for weight in weights:
            y = tf.nn.softmax(tf.matmul(x, weight))
            x = tf.tanh(tf.matmul(y, weight)) + x
        return x

    native = tf.function(layers, jit_compile=True)
    np.testing.assert_allclose(native(x), layers(tf.constant(x)), rtol=1e-4, atol=1e-5)
    arena, size = max(arenas, key=lambda each: each[1])
    assert size > 0
    assert 3 * arena.size < 2 * size, (arena.size, size)


def test_what_is_read_late_keeps_its_place(arenas: list[tuple[Arena, int]]) -> None:
    generator = np.random.default_rng(1)
    x = generator.normal(size=(40, 24)).astype(np.float32)
    w = generator.normal(size=(24, 24)).astype(np.float32) / 5

    def early_and_late(x: Any) -> Any:
        kept = tf.matmul(x, w)
        flat = tf.reshape(tf.matmul(kept, w), [24, 40])
        y = kept
        for _ in range(4):
            y = tf.matmul(tf.nn.softmax(y), w)
        joined = tf.concat([y, tf.reshape(flat, [40, 24])], 0)
        return tf.matmul(joined, w) + tf.concat([kept, kept], 0)

    native = tf.function(early_and_late, jit_compile=True)
    wanted = early_and_late(tf.constant(x))
    np.testing.assert_allclose(native(x), wanted, rtol=1e-4, atol=1e-5)
    assert arenas


def test_a_large_arena_is_kept_for_the_next_call() -> None:
    size = arena.MOST_BYTES + 1000
    first = arena.borrow_arena(size)
    place = first.ctypes.data
    other = arena.borrow_arena(size)
    assert other.ctypes.data != place  # two calls at once
    arena.return_arena(other)
    arena.return_arena(first)
    smaller = arena.borrow_arena(size - 500)
    assert smaller.ctypes.data == place
    assert smaller.nbytes == size - 500
    arena.return_arena(smaller)
    assert arena.borrow_arena(size).ctypes.data == place


def test_an_arena_above_the_limit_is_given_back_to_the_system(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(arena, "MOST_SPARE", arena.MOST_BYTES)
    given = np.empty(arena.MOST_BYTES + 1, np.uint8)
    memory = weakref.ref(given)
    arena.return_arena(given)
    del given
    assert memory() is None
