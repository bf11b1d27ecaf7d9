"""Stateless random tensors, determined by a seed of two integers."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from graphir import dtypes
from graphir.dtypes import DType, as_dtype
from runtime.apply import apply_op, apply_single
from runtime.arrays.filling import shape_vector
from runtime.arrays.reshaping import broadcast_to
from runtime.arrays.reshaping import shape as shape_of
from runtime.context import op_scope
from runtime.random.sampling import at_least_tiny, scaled
from runtime.random.seeds import Algorithm
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import DTypeLike, ShapeLike, TensorLike
from runtime.tensors.tensor import Tensor

_ALGORITHMS = {"philox": 1, "threefry": 2, "auto_select": 3}
_UNSIGNED = (dtypes.uint32, dtypes.uint64)


def algorithm_number(alg: Any) -> int:
    """The number of an algorithm, from its name, number or enum member.

    Raises:
      ValueError: for an unknown name or number.
      TypeError: for a value of another type.
    """
    if isinstance(alg, Algorithm):
        return int(alg.value)
    if isinstance(alg, str):
        if alg not in _ALGORITHMS:
            raise ValueError(
                f"Argument `alg` got unsupported value {alg}. Supported values are "
                "philox for the Philox algorithm, threefry for the ThreeFry algorithm, "
                "and auto_select for auto-selection."
            )
        return _ALGORITHMS[alg]
    if not hasattr(alg, "__index__"):
        raise TypeError(f"Can't convert argument `alg` (of value {alg}) to int.")
    number = int(alg)
    if number not in _ALGORITHMS.values():
        raise ValueError(
            f"Argument `alg` got unsupported value {number}. Supported values are 1 "
            "for the Philox algorithm, 2 for the ThreeFry algorithm, and 3 for "
            "auto-selection."
        )
    return number


def key_and_counter(seed: Any, alg: Any) -> list[Any]:
    """The arguments that ops take for a seed: key, counter, algorithm."""
    number = algorithm_number(alg)
    if number == Algorithm.THREEFRY.value:
        return [*_threefry_key(seed), number]
    if number == Algorithm.PHILOX.value:
        return [*_philox_key(seed), number]
    key, counter = apply_op("StatelessRandomGetKeyCounter", [seed])
    return [key, counter, number]


_SCRAMBLER: Final = 0x02461E293EC8F720


def _philox_key(seed: Any) -> list[Any]:
    """The key and the counter of Philox: the seed, any two numbers, is its counter."""
    numbers = apply_op("Cast", [convert_to_tensor(seed)], {"DstT": dtypes.uint64})
    key = np.array([_SCRAMBLER], np.uint64)
    mixed = apply_op(
        "StatelessRandomUniformFullIntV2",
        [[4], key, numbers, Algorithm.PHILOX.value],
        {"dtype": dtypes.uint32},
    )
    halves = apply_op("Reshape", [mixed, [2, 2]])
    both = apply_op("Bitcast", [halves], {"type": dtypes.uint64})
    counter = apply_op("Pack", [[np.uint64(0), both[1]]])
    return [both[:1], counter]


def _threefry_key(seed: Any) -> list[Any]:
    """The key and the counter of ThreeFry, which CPUs have no kernel for."""
    halves = apply_op("Cast", [convert_to_tensor(seed)], {"DstT": dtypes.uint32})
    key = apply_op("Bitcast", [halves], {"type": dtypes.uint64})
    return [apply_op("Reshape", [key, [1]]), np.zeros(1, np.uint64)]


def _drawn(op: str, shape: Any, seed: Any, alg: Any, *limits: Any, **attrs: Any) -> Any:
    sizes = shape_vector(shape)
    return apply_op(op, [sizes, *key_and_counter(seed, alg), *limits], attrs)


def stateless_uniform(
    shape: ShapeLike,
    seed: TensorLike,
    minval: TensorLike | None = 0,
    maxval: TensorLike | None = None,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
    alg: int | str | Algorithm = "auto_select",
) -> Tensor:
    """Numbers in [minval, maxval); integers of the whole range if both are None.

    >>> tf.random.stateless_uniform([3], seed=[1, 2]).numpy()
    array([0.8440604 , 0.19204533, 0.9962232 ], dtype=float32)

    Raises:
      ValueError: for integers with one limit alone, or an unknown algorithm.
      InvalidArgumentError: for a seed of another shape, or an empty range.
    """
    kind = as_dtype(dtype)
    with op_scope(name, "stateless_random_uniform") as scope:
        if kind.is_integer:
            return _uniform_integers(shape, seed, (minval, maxval), kind, alg)
        if not kind.is_floating:
            raise ValueError(f"Argument `dtype` got invalid value {kind!r}.")
        low = convert_to_tensor(minval, kind, name="min")
        high = convert_to_tensor(1 if maxval is None else maxval, kind, name="max")
        drawn = _drawn("StatelessRandomUniformV2", shape, seed, alg, dtype=kind)
        return scaled(drawn, low, high, scope)


def _uniform_integers(
    shape: Any, seed: Any, limits: tuple[Any, Any], dtype: DType, alg: Any
) -> Tensor:
    minval, maxval = limits
    if (minval is None) != (maxval is None):
        raise ValueError(
            f"For integer `dtype` argument {dtype!r}, argument `minval` and `maxval` "
            f"must be both None or not None. Got `minval`={minval} and "
            f"`maxval`={maxval}."
        )
    if minval is not None and dtype in _UNSIGNED:
        raise ValueError(
            f"Argument `dtype` got invalid value {dtype!r} when argument `minval` is "
            "not None. Please don't use unsigned integers in this case."
        )
    if minval is None:
        op = "StatelessRandomUniformFullIntV2"
        whole: Tensor = _drawn(op, shape, seed, alg, dtype=dtype)
        return whole
    bounds = [convert_to_tensor(each, dtype) for each in (minval, maxval)]
    drawn: Tensor = _drawn("StatelessRandomUniformIntV2", shape, seed, alg, *bounds)
    return drawn


def stateless_normal(
    shape: ShapeLike,
    seed: TensorLike,
    mean: TensorLike = 0.0,
    stddev: TensorLike = 1.0,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
    alg: int | str | Algorithm = "auto_select",
) -> Tensor:
    """Normally distributed numbers of a mean and a standard deviation.

    >>> tf.random.stateless_normal([2], seed=[1, -2]).numpy().round(4)
    array([-0.7619,  0.0317], dtype=float32)

    Raises:
      InvalidArgumentError: for a seed without exactly two entries.
    """
    with op_scope(name, "stateless_random_normal") as scope:
        kind = as_dtype(dtype)
        drawn = _drawn("StatelessRandomNormalV2", shape, seed, alg, dtype=kind)
        return _moved(drawn, mean, stddev, scope)


def stateless_truncated_normal(
    shape: ShapeLike,
    seed: TensorLike,
    mean: TensorLike = 0.0,
    stddev: TensorLike = 1.0,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
    alg: int | str | Algorithm = "auto_select",
) -> Tensor:
    """Normal numbers no more than two deviations away from the mean.

    >>> tf.random.stateless_truncated_normal([2], seed=[1, 2]).numpy().round(4)
    array([0.5441, 0.2074], dtype=float32)

    Raises:
      InvalidArgumentError: for a seed without exactly two entries.
    """
    with op_scope(name, "stateless_truncated_normal") as scope:
        kind = as_dtype(dtype)
        drawn = _drawn("StatelessTruncatedNormalV2", shape, seed, alg, dtype=kind)
        return _moved(drawn, mean, stddev, scope)


def _moved(drawn: Tensor, mean: Any, stddev: Any, scope: str) -> Tensor:
    centre = convert_to_tensor(mean, drawn.dtype, name="mean")
    deviation = convert_to_tensor(stddev, drawn.dtype, name="stddev")
    wide = apply_op("Mul", [drawn, deviation])
    return apply_single("AddV2", [wide, centre], None, scope)


def stateless_parameterized_truncated_normal(
    shape: ShapeLike,
    seed: TensorLike,
    means: Any = 0.0,
    stddevs: Any = 1.0,
    minvals: Any = -2.0,
    maxvals: Any = 2.0,
    name: str | None = None,
) -> Tensor:
    """Truncated normal numbers, each with its own mean, deviation and limits.

    The parameters broadcast to the last axes of the shape.

    >>> tf.random.stateless_parameterized_truncated_normal(
    ...     [2], [1, 2], means=1.0, minvals=0.5, maxvals=0.75).numpy()
    array([0.5389849, 0.7019887], dtype=float32)

    Raises:
      InvalidArgumentError: for parameters that do not fit the shape or each other, a
        deviation that is not positive, or limits that are not in order.
    """
    with op_scope(name, "stateless_parameterized_truncated_normal") as scope:
        inputs = [
            convert_to_tensor(each, name=label)
            for each, label in (
                (means, "means"),
                (stddevs, "stddevs"),
                (minvals, "minvals"),
                (maxvals, "maxvals"),
            )
        ]
        op = "StatelessParameterizedTruncatedNormal"
        return apply_single(op, [shape_vector(shape), seed, *inputs], None, scope)


def stateless_gamma(
    shape: ShapeLike,
    seed: TensorLike,
    alpha: TensorLike,
    beta: TensorLike | None = None,
    dtype: DTypeLike = dtypes.float32,
    name: str | None = None,
) -> Tensor:
    """Gamma variates; ``shape`` ends with the shape of the parameters.

    >>> tf.random.stateless_gamma([2, 1], seed=[1, 2], alpha=[1.0]).shape
    TensorShape([2, 1])

    Raises:
      InvalidArgumentError: if the shape does not end with the parameters' shape.
    """
    kind = as_dtype(dtype)
    with op_scope(name, "stateless_gamma") as scope:
        form = convert_to_tensor(alpha, kind, name="alpha")
        rate = convert_to_tensor(1 if beta is None else beta, kind, name="beta")
        common = apply_op("BroadcastArgs", [shape_of(form), shape_of(rate)])
        sizes = shape_vector(shape)
        key = key_and_counter(seed, "auto_select")
        inputs = [sizes, *key, broadcast_to(form, common)]
        drawn = apply_op("StatelessRandomGammaV3", inputs)
        return at_least_tiny(apply_op("RealDiv", [drawn, rate]), scope)


def stateless_poisson(
    shape: ShapeLike,
    seed: TensorLike,
    lam: TensorLike,
    dtype: DTypeLike = dtypes.int32,
    name: str | None = None,
) -> Tensor:
    """Poisson variates; ``shape`` ends with the shape of the rates.

    >>> tf.random.stateless_poisson([3], seed=[1, 2], lam=5.0).numpy()
    array([7, 5, 8], dtype=int32)

    Raises:
      InvalidArgumentError: if the shape does not end with the parameters' shape.
    """
    with op_scope(name, "stateless_random_poisson") as scope:
        rates = convert_to_tensor(lam, name="lam")
        common = shape_vector(shape)
        attrs = {"dtype": as_dtype(dtype)}
        return apply_single(
            "StatelessRandomPoisson", [common, seed, rates], attrs, scope
        )


def stateless_binomial(
    shape: ShapeLike,
    seed: TensorLike,
    counts: TensorLike,
    probs: TensorLike,
    output_dtype: DTypeLike = dtypes.int32,
    name: str | None = None,
) -> Tensor:
    """The number of successes in ``counts`` trials of probability ``probs``.

    >>> tf.random.stateless_binomial([4], [1, 2], 10.0, 0.3).numpy()
    array([5, 5, 5, 4], dtype=int32)

    Raises:
      InvalidArgumentError: if the shape does not end with that of the parameters.
    """
    with op_scope(name, "stateless_random_binomial") as scope:
        chances = convert_to_tensor(probs, name="probs")
        trials = convert_to_tensor(counts, chances.dtype, name="counts")
        attrs = {"dtype": as_dtype(output_dtype)}
        inputs = [shape_vector(shape), seed, trials, chances]
        return apply_single("StatelessRandomBinomial", inputs, attrs, scope)


def stateless_categorical(
    logits: TensorLike,
    num_samples: TensorLike,
    seed: TensorLike,
    dtype: DTypeLike = dtypes.int64,
    name: str | None = None,
) -> Tensor:
    """Class numbers by rows of unnormalized log-probabilities.

    >>> tf.random.stateless_categorical([[0.1, 0.2, 0.7]], 5, [1, 2]).numpy()
    array([[2, 2, 0, 2, 1]])

    Raises:
      InvalidArgumentError: if ``logits`` is no matrix.
    """
    with op_scope(name, "stateless_categorical"):
        rows = convert_to_tensor(logits, name="logits")
        attrs = {"output_dtype": as_dtype(dtype or dtypes.int64)}
        return apply_single("StatelessMultinomial", [rows, num_samples, seed], attrs)


def split(
    seed: TensorLike, num: int = 2, alg: int | str | Algorithm = "auto_select"
) -> Tensor:
    """Derives ``num`` seeds from a seed: a matrix with one seed per row.

    >>> tf.random.split([1, 2], 2).numpy().tolist()
    [[1105988140, 1738052849], [-335576002, 370444179]]

    Raises:
      InvalidArgumentError: for a seed without exactly two entries.
    """
    given = convert_to_tensor(seed)
    return stateless_uniform([num, 2], given, None, None, given.dtype, alg=alg)


def fold_in(
    seed: TensorLike, data: TensorLike, alg: int | str | Algorithm = "auto_select"
) -> Tensor:
    """A seed that depends on a seed and a number.

    >>> tf.random.fold_in([1, 2], 7).numpy().tolist()
    [1105988140, 7]

    Raises:
      InvalidArgumentError: for a seed without exactly two entries.
    """
    number = convert_to_tensor(data)
    mixed = stateless_uniform([], seed, None, None, number.dtype, alg=alg)
    return apply_single("Pack", [[mixed, number]])
