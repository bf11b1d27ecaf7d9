"""Random programs over tensors of every dtype: the same in each way to run them.

A step is `[op, inputs, number]`: inputs count the values so far from the last one back,
so that they mean something when steps are left out. Its `PROGRAM` runs eagerly, traced
(with native code where that pays, as is the default), by the default executor, without
the optimizer, natively, from a GraphDef, from a SavedModel, in a thread and in the
replicas of strategies.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final

import ml_dtypes
import numpy as np

import runtime as tf
from tests.fuzz.kinds import Kind, Steps
from tests.fuzz.scenarios import strategy_of_two
from tests.fuzz.ways import as_arrays, difference, in_replicas, ways

DTYPES: Final = (
    *("float32", "float64", "int32", "int64", "bool", "uint8", "int8", "int16"),
    *("float16", "bfloat16", "complex64", "uint32", "uint64", "uint16", "complex128"),
)
SHAPES: Final = (
    *((), (3,), (2, 3), (0, 3), (1,), (2, 1, 3), (0,), (40,), (300, 7)),
    *((5000,), (70, 70)),
)
"""Those of thousands of elements are run natively without being asked for."""
SPECIAL: Final = (
    np.nan,
    np.inf,
    -np.inf,
    -0.0,
    0.0,
    1.0,
    -1.0,
    1e-40,
    3e38,
    0.5,
    255.0,
)
RISKY: Final = frozenset(
    (
        *("exp", "log", "tanh", "sigmoid", "matmul", "reduce_sum", "reduce_mean"),
        *("pow", "cumsum", "reduce_prod", "sqrt", "square", "multiply", "subtract"),
        *("rsqrt", "divide", "sin", "erf", "squared_difference", "divide_no_nan"),
        *("add", "softmax"),
    )
)
"""Ops of floats whose result may be rounded otherwise where they run fused."""


def _axis(x: Any, number: int) -> int:
    return number % max(len(x.shape), 1)


def _unary(name: str) -> Callable[..., Any]:
    return lambda x, y, n: getattr(tf.math, name)(x)


def _binary(name: str) -> Callable[..., Any]:
    return lambda x, y, n: getattr(tf.math, name)(x, y)


def _reduction(name: str) -> Callable[..., Any]:
    def apply(x: Any, y: Any, n: int) -> Any:
        axis = None if n % 3 == 0 else _axis(x, n)
        return getattr(tf, name)(x, axis=axis, keepdims=n % 2 == 0)

    return apply


def _cast(x: Any, y: Any, n: int) -> Any:
    """Not of floats to integers: what is out of range may be anything."""
    dtype = tf.as_dtype(DTYPES[n % len(DTYPES)])
    if dtype.is_integer and (x.dtype.is_floating or x.dtype.is_complex):
        x = tf.math.is_finite(tf.cast(x, tf.float32))
    return tf.cast(x, dtype)


OPS: Final[dict[str, Callable[[Any, Any, int], Any]]] = {
    **{
        name: _unary(name)
        for name in (
            *("abs", "negative", "square", "sign", "exp", "log", "tanh", "sigmoid"),
            *(
                "floor",
                "ceil",
                "round",
                "sqrt",
                "rsqrt",
                "is_nan",
                "logical_not",
                "conj",
            ),
            *("sin", "erf", "is_finite"),
        )
    },
    **{
        name: _binary(name)
        for name in (
            *("add", "subtract", "multiply", "maximum", "minimum", "divide", "less"),
            *("floordiv", "floormod", "equal", "not_equal", "greater_equal", "pow"),
            *("logical_and", "logical_or", "squared_difference", "divide_no_nan"),
        )
    },
    **{
        name: _reduction(name)
        for name in (
            *("reduce_sum", "reduce_max", "reduce_min", "reduce_mean", "reduce_prod"),
            *("reduce_any", "reduce_all"),
        )
    },
    "cast": _cast,
    "reshape": lambda x, y, n: tf.reshape(x, [-1] if n % 2 else [1, -1]),
    "transpose": lambda x, y, n: tf.transpose(x),
    "concat": lambda x, y, n: tf.concat([x, y], _axis(x, n)),
    "stack": lambda x, y, n: tf.stack([x, y], 0),
    "slice": lambda x, y, n: x[n % 2 :],
    "reverse": lambda x, y, n: tf.reverse(x, [_axis(x, n)]),
    "where": lambda x, y, n: tf.where(tf.equal(x, y), x, y),
    "gather": lambda x, y, n: tf.gather(x, [0, n % 2], axis=_axis(x, n)),
    "argmax": lambda x, y, n: tf.argmax(x, _axis(x, n)),
    "cumsum": lambda x, y, n: tf.cumsum(x, _axis(x, n), exclusive=n % 2 == 0),
    "matmul": lambda x, y, n: tf.matmul(x, y, transpose_b=n % 2 == 0),
    "clip": lambda x, y, n: tf.clip_by_value(x, x, y),
    "expand": lambda x, y, n: tf.expand_dims(x, 0),
    "tile": lambda x, y, n: tf.tile(x, [2] * len(x.shape)),
    "pad": lambda x, y, n: tf.pad(x, [[n % 2, 1]] * len(x.shape)),
    "broadcast": lambda x, y, n: tf.broadcast_to(
        x, tf.broadcast_dynamic_shape(x.shape, y.shape)
    ),
    "unstack": lambda x, y, n: tf.unstack(x, num=x.shape[0], axis=0)[0],
    "softmax": lambda x, y, n: tf.nn.softmax(x),
    "sort": lambda x, y, n: tf.sort(x),
    "text": lambda x, y, n: tf.strings.length(tf.as_string(x)),
    "cond": lambda x, y, n: tf.cond(
        tf.size(x) > n % 5, lambda: tf.identity(x), lambda: tf.zeros_like(x)
    ),
    "loop": lambda x, y, n: tf.while_loop(
        lambda i, z: i < n % 4, lambda i, z: (i + 1, tf.reverse(z, [])), (0, x)
    )[1],
    "zeros": lambda x, y, n: tf.zeros_like(x),
    "identity": lambda x, y, n: tf.identity(x),
    "twice": lambda x, y, n: x + x,
    "nothing": lambda x, y, n: x - x,
    "product": lambda x, y, n: x * 1,
    "sum of zero": lambda x, y, n: x + 0,
    "stop": lambda x, y, n: tf.stop_gradient(x),
    "relu": lambda x, y, n: tf.nn.relu(x),
}


def make(number: int) -> Steps:
    """Inputs of one or two dtypes, and ops on them."""
    random = Random(number)
    dtypes = [random.choice(DTYPES) for _ in range(random.choice((1, 1, 2)))]
    shape = random.randrange(len(SHAPES))
    steps: Steps = [[number, dtypes[0], shape, random.randrange(4)]]
    steps.append([number + 1, dtypes[-1], shape, random.randrange(4)])
    names = sorted(OPS)
    for _ in range(random.randint(1, 12)):
        inputs = [random.randrange(4), random.randrange(4)]
        steps.append([random.choice(names), inputs, random.randrange(64)])
    return steps


def array(seed: int, dtype: str, shape: int, layout: int) -> Any:
    """An input, special values among others: contiguous, strided or reversed."""
    rng = np.random.default_rng(seed)
    dims = SHAPES[shape]
    wide = (*dims[:-1], dims[-1] * 2) if dims and layout == 1 else dims
    kind = tf.as_dtype(dtype)
    with np.errstate(all="ignore"):
        values = np.where(
            rng.random(wide) < 0.3, rng.choice(SPECIAL, wide), rng.normal(size=wide) * 4
        )
        if kind.is_integer:
            whole = np.nan_to_num(values, nan=0, posinf=100, neginf=-100)
            info = np.iinfo(kind.as_numpy_dtype)
            extreme = rng.choice([info.max, info.min], wide)
            made = np.clip(whole, -100 if info.min else 0, 100).astype(
                kind.as_numpy_dtype
            )
            made = np.where(rng.random(wide) < 0.1, extreme, made)
            made = made.astype(kind.as_numpy_dtype)
        else:
            made = np.asarray(values).astype(kind.as_numpy_dtype)
    if not dims:
        return made
    if layout == 1:
        return made[..., ::2]
    return made[::-1] if layout == 2 else made


def program(steps: Steps) -> Callable[..., Any]:
    """The function of two tensors; all its values are results."""

    def apply(a: Any, b: Any) -> Any:
        values = [a, b]
        for name, (first, second), number in steps[2:]:
            x = values[-1 - first % len(values)]
            y = values[-1 - second % len(values)]
            values.append(OPS[name](x, y, number))
        return tuple(values)

    return apply


def valid(steps: Steps, inputs: list[Any]) -> Steps:
    """The case without the steps that raise when they run eagerly, or make too much."""
    kept = list(steps[:2])
    for each in steps[2:]:
        try:
            made = program([*kept, each])(*inputs)[-1]
        except (tf.errors.OpError, ValueError, TypeError, IndexError):
            continue
        if math.prod(made.shape) <= MOST_ELEMENTS:
            kept.append(each)
    return kept


def gradients(run: Callable[..., Any], inputs: list[Any]) -> Any:
    """Those of the sum of all results that are floats, where inputs are."""
    watched = [each for each in inputs if each.dtype.is_floating]
    if not watched:
        return None
    with tf.GradientTape() as tape:
        for each in watched:
            tape.watch(each)
        results = [each for each in run(*inputs) if each.dtype.is_floating]
        total = tf.add_n([tf.reduce_sum(tf.cast(each, tf.float64)) for each in results])
    found = tape.gradient(total, watched, unconnected_gradients="zero")
    return [each.numpy() for each in found]


MOST_ELEMENTS: Final = 1_000_000
"""Of a value: every way to run a program keeps all of its values."""
STEPPED: Final = frozenset(
    (
        *("floor", "ceil", "round", "sign", "floordiv", "floormod", "less", "equal"),
        *("not_equal", "greater_equal", "argmax", "sort", "cast", "is_nan", "where"),
        *("text", "log", "rsqrt", "divide", "pow", "reduce_any", "reduce_all"),
        *("is_finite", "sin"),
    )
)
"""Ops by which one rounding of a half float may become a large difference."""

JUMPING: Final = frozenset(
    (
        *("floor", "ceil", "round", "sign", "floordiv", "floormod", "less", "text"),
        *("equal", "not_equal", "greater_equal", "argmax", "where"),
    )
)
"""Ops whose result jumps where an operand changes in its last bit."""


def decided_by_rounding(
    steps: Steps, want: Sequence[Any], got: Sequence[Any]
) -> set[int]:
    """The values that jump, of operands that differ, or that come of one that does.

    By their bits: the text of a NaN has its sign, on which nothing else depends.
    """
    found: set[int] = set()
    for at, (name, (first, second), _) in enumerate(steps[2:], 2):
        inputs = {at - 1 - first % at, at - 1 - second % at}
        may_jump = name in JUMPING and any(
            want[each].tobytes() != got[each].tobytes() for each in inputs
        )
        if may_jump or inputs & found:
            found.add(at)
    return found


def steps_apart(steps: Steps, inputs: list[Any]) -> bool:
    """Whether a rounding may become a large difference: half floats, in native code.

    That computes them as float32 and rounds at the end.
    """
    names = {each[0] for each in steps[2:]}
    dtypes = {each.dtype.name for each in inputs}
    is_half = bool(dtypes & {"float16", "bfloat16"}) or "cast" in names
    return is_half and bool(names & STEPPED)


def _without_tiny(x: Any) -> Any:
    """The input without numbers whose reciprocals swallow every other slope.

    What is left of 1 + 1e40 - 1e40 depends on the order of the sum; so does half of the
    digits of 1 + 1/x - 1/x where x is the root of the dtype's precision.
    """
    if not x.dtype.is_floating:
        return x
    array = x.numpy()
    least = float(ml_dtypes.finfo(array.dtype).eps) ** 0.5
    is_tiny = (array != 0) & (np.abs(array.astype(np.float64)) < least)
    return tf.constant(np.where(is_tiny, array.dtype.type(0.25), array), x.dtype)


def run(steps: Steps, folder: Path) -> str | None:
    """How the ways to run the program differ, if they do."""
    arrays = [array(*each) for each in steps[:2]]
    inputs = [tf.constant(each) for each in arrays]
    kept = valid(steps, inputs)
    apply = program(kept)
    want = as_arrays(apply(*inputs))
    is_saved = steps[0][0] % 4 == 0
    rounds = bool(RISKY & {each[0] for each in kept[2:]})
    found = ways(apply, inputs, folder, is_saved)
    if not is_saved:
        found.update(in_replicas(apply, inputs, steps[0][0] // 4 + steps[0][0] % 4))
    if steps_apart(kept, inputs):
        del found["native"]
    for way, values in found.items():
        is_close = rounds
        jumping = decided_by_rounding(kept, want, values)
        for number, (mine, theirs) in enumerate(zip(want, values, strict=True)):
            if number in jumping:
                continue
            told = difference(mine, theirs, is_close)
            if told is not None:
                op = "input" if number < 2 else kept[number][0]
                return f"{way} differs: value {number} ({op}) is {told}"
    if steps_apart(kept, inputs):
        return None
    inputs = [_without_tiny(each) for each in inputs]
    try:
        slopes = [gradients(apply, inputs)]
    except tf.errors.OpError:
        return None  # of nothing that is sorted, in TensorFlow neither
    slopes.append(gradients(tf.function(apply), inputs))
    for mine, theirs in zip(*slopes, strict=True) if slopes[0] else ():
        told = difference(mine, theirs, is_close=True)
        if told is not None:
            return f"gradients differ: {told}"
    before = [array(*each) for each in steps[:2]]
    if any(difference(a, b, False) for a, b in zip(before, arrays)):
        return "an input was written to"
    return None


def prepare(folder: Path) -> None:
    """Runs a program in each way: what that imports is no case's time."""
    strategy_of_two()  # devices are configured before anything is computed
    for number in range(3):
        one, other = ([number, "float32", 1, 0] for _ in range(2))
        run([one, other, ["exp", [0, 0], 0]], folder)


KIND: Final = Kind(make, run, least=2, seconds=20.0, prepare=prepare)
