"""Fused programs over awkward shapes: native code of 1 to 4 threads, between guards.

The first step is `[threads, at the end, apart, shared, gradients, at once]`, the next
two are inputs `[seed, dtype, shape, layout]`, the others `[op, inputs, number]`, where
inputs count the values from the last one back. The default executor says what is right.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

import runtime as tf
from runtime.native.llvm.disk_cache import VARIABLE
from tests.fuzz.fused import KINKED, MOST, OFTEN, OPS
from tests.fuzz.guards import Guards, guarded_code, have_helpers
from tests.fuzz.kinds import Kind, Steps

SIZES: Final = (
    *(0, 1, 1, 2, 3, 4, 5, 7, 8, 9, 13, 15, 16, 17, 24, 31, 32, 33, 47, 48, 49, 63, 64),
    *(65, 96, 127, 128, 129, 130, 200, 255, 256, 257, 509, 1000, 1023, 1024, 4099),
)
"""On both sides of what vectors, groups of rows and blocks of matrices are."""
LONG: Final = (255, 256, 257, 509, 528, 700, 1000, 1023, 1024, 1041, 2050, 4099)
IMAGES: Final = (1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17)
DTYPES: Final = (
    *("float32",) * 8,
    *("float64", "float64", "float16", "bfloat16", "int32", "int64", "int8", "uint8"),
)
THREADS: Final = 4


def _shape(random: Random) -> list[int]:
    if random.random() < 0.25:  # tall, or wide
        made = [random.choice(LONG), random.choice(SIZES[:20])]
        return made if random.random() < 0.7 else made[::-1]
    rank = random.choice((1, 2, 2, 2, 2, 3, 3, 4))
    sizes = IMAGES if rank == 4 else SIZES
    while True:
        made = [random.choice(sizes) for _ in range(rank)]
        # nothing at all is one case of many
        if math.prod(made) <= MOST and (math.prod(made) or random.random() < 0.1):
            return made


def make(number: int) -> Steps:
    """How the code is to run, the inputs, and up to ten ops."""
    random = Random(number)
    setting: list[Any] = [random.choice((1, 2, 2, 3, 3, 4, 4))]
    setting += [random.random() < each for each in (0.6, 0.5, 0.8, 0.25, 0.15)]
    steps: Steps = [setting]
    shape, dtype = _shape(random), random.choice(DTYPES)
    for _ in range(2):
        steps.append([random.randrange(10_000), dtype, shape, random.randrange(4)])
        if random.random() < 0.3:
            shape = _shape(random)
        elif random.random() < 0.3:
            shape = [each if random.random() < 0.5 else 1 for each in shape]
    names = [*OPS, *OFTEN]
    for _ in range(random.choice((1, 2, 3, 4, 5, 6, 8, 10))):
        # mostly one after the other: regions grow deep
        inputs = [int(random.random() ** 2 * 4), int(random.random() * 4)]
        steps.append([random.choice(names), inputs, random.randrange(1000)])
    return steps


def array(seed: int, dtype: str, shape: list[int], layout: int) -> Any:
    """Small numbers, of an array whose rows may lie apart or backwards."""
    rng, kind = np.random.default_rng(seed), tf.as_dtype(dtype)
    wide = [*shape[:-1], shape[-1] * 2] if layout == 1 else shape
    if kind.is_floating:
        values = rng.standard_normal(wide)
    else:
        values = rng.integers(0 if kind.is_unsigned else -9, 10, wide)
    made = values.astype(kind.as_numpy_dtype)
    if layout == 1:
        return made[..., ::2]
    return made[::-1] if layout == 2 else made


def program(steps: Steps) -> Callable[..., Any]:
    """The function of two tensors: the last value, and each third one before it."""

    def apply(a: Any, b: Any) -> Any:
        values = [a, b]
        for name, (first, second), number in steps[3:]:
            x = values[-1 - first % len(values)]
            y = values[-1 - second % len(values)]
            values.append(OPS[name](x, y, number))
        return [values[-1], *values[2:-1:3]]

    return apply


def with_slopes(apply: Callable[..., Any]) -> Callable[..., Any]:
    """The results, and the gradients of their sum."""

    def both(a: Any, b: Any) -> Any:
        with tf.GradientTape() as tape:
            tape.watch([a, b])
            results = apply(a, b)
            parts = [tf.reduce_mean(each) for each in results if each.dtype.is_floating]
            total = tf.add_n([tf.cast(each, tf.float64) for each in parts])
        found = tape.gradient(total, [a, b], unconnected_gradients="zero")
        return [*results, *found]

    return both


def valid(steps: Steps, inputs: list[Any]) -> Steps:
    """The case without the steps that raise when they run eagerly, or make too much."""
    kept = list(steps[:3])
    for each in steps[3:]:
        try:
            made = program([*kept, each])(*inputs)[0]
        except (tf.errors.OpError, ValueError, TypeError):
            continue
        if math.prod(made.shape) <= 4 * MOST:
            kept.append(each)
    return kept


TOLERANCES: Final = {"float64": 1e-9, "float32": 5e-4, "float16": 0.1, "bfloat16": 0.2}


def difference(want: Any, got: Any, tolerance: float) -> str | None:
    """Where arrays differ by more than the roundings of their largest numbers."""
    if want.dtype != got.dtype or want.shape != got.shape:
        return f"{got.dtype}{got.shape}, not {want.dtype}{want.shape}"
    if want.dtype.kind in "iub":
        same = want == got
    else:
        want, got = want.astype(np.float64), got.astype(np.float64)
        is_finite = np.isfinite(want)
        scale = max(1.0, float(np.max(np.abs(want), where=is_finite, initial=0.0)))
        with np.errstate(invalid="ignore"):
            # one order of a sum overflows where the other one does not
            same = (np.abs(want - got) <= tolerance * scale) | ~is_finite
    if np.all(same):
        return None
    places = np.argwhere(~np.atleast_1d(same))
    at = tuple(places[0]) if want.ndim else ()
    told = f"{got[at]!r} at {[int(each) for each in at]}, not {want[at]!r}"
    return f"{told}; {len(places)} of {want.size} differ"


def _results(run: Callable[..., Any], inputs: list[Any], count: int) -> Iterator[Any]:
    """What some threads at once get, and then one of them again."""
    with ThreadPoolExecutor(count) as pool:
        yield from pool.map(lambda _: run(*inputs), range(count))
    yield run(*inputs)


def run(steps: Steps, folder: Path) -> str | None:
    """How native code differs, or where it writes."""
    thread_count, at_end, apart, is_shared, has_slopes, is_at_once = steps[0]
    arrays = [array(*each) for each in steps[1:3]]
    inputs = [tf.constant(each) for each in arrays]
    kept = valid(steps, inputs)
    names = {each[0] for each in kept[3:]}
    apply = program(kept)
    dtypes = {each[1] for each in steps[1:3]}
    if has_slopes and not names & KINKED and dtypes <= {"float32", "float64"}:
        apply = with_slopes(apply)
    want = [each.numpy() for each in tf.function(apply, jit_compile=False)(*inputs)]
    tolerance = max(TOLERANCES.get(each, 0.0) for each in dtypes)
    if "cast" in names:
        tolerance = max(tolerance, TOLERANCES["float32"])
    guards = Guards(at_end, apart)
    with guarded_code(guards, thread_count, is_shared):
        native = tf.function(apply, jit_compile=True)
        for got in _results(native, inputs, 2 if is_at_once else 1):
            for number, (mine, theirs) in enumerate(zip(want, got, strict=True)):
                told = difference(mine, theirs.numpy(), tolerance)
                if told is not None:
                    return f"native code differs: result {number} is {told}"
    told = guards.broken()
    return f"native code writes elsewhere: {told}" if told else None


def prepare(folder: Path) -> None:
    """Threads for native code, and what the first case would import."""
    os.environ[VARIABLE] = "0"  # as much code as there are cases
    tf.get_logger().setLevel("ERROR")  # of functions that are traced often
    have_helpers(THREADS)
    for number in range(3):
        run(make(number), folder)


KIND: Final = Kind(make, run, least=3, seconds=30.0, memory=8 << 30, prepare=prepare)
