"""The assertions of TensorFlow 1: `data` and `summarize` stand before the message."""

from __future__ import annotations

from typing import Any

from runtime.debugging import comparisons, structure_checks


def assert_equal(
    x: Any,
    y: Any,
    data: Any = None,
    summarize: Any = None,
    message: Any = None,
    name: str | None = None,
) -> Any:
    """See `tf.debugging.assert_equal`; an op while a graph is made.

    >>> tf.compat.v1.assert_equal(tf.constant([1, 2]), [1, 2])

    Raises:
      InvalidArgumentError: if elements differ.
    """
    return comparisons.assert_equal(x, y, message, summarize, name)


def assert_none_equal(
    x: Any,
    y: Any,
    data: Any = None,
    summarize: Any = None,
    message: Any = None,
    name: str | None = None,
) -> Any:
    """See `tf.debugging.assert_none_equal`; an op while a graph is made.

    >>> tf.compat.v1.assert_none_equal(tf.constant([1, 2]), [3, 4])

    Raises:
      InvalidArgumentError: if elements are equal.
    """
    return comparisons.assert_none_equal(x, y, summarize, message, name)


def assert_less(
    x: Any,
    y: Any,
    data: Any = None,
    summarize: Any = None,
    message: Any = None,
    name: str | None = None,
) -> Any:
    """See `tf.debugging.assert_less`; an op while a graph is made.

    >>> tf.compat.v1.assert_less(tf.constant([1, 2]), 3)

    Raises:
      InvalidArgumentError: if an element of x is not less.
    """
    return comparisons.assert_less(x, y, message, summarize, name)


def assert_less_equal(
    x: Any,
    y: Any,
    data: Any = None,
    summarize: Any = None,
    message: Any = None,
    name: str | None = None,
) -> Any:
    """See `tf.debugging.assert_less_equal`; an op while a graph is made.

    >>> tf.compat.v1.assert_less_equal(tf.constant([1, 2]), 2)

    Raises:
      InvalidArgumentError: if an element of x is greater.
    """
    return comparisons.assert_less_equal(x, y, message, summarize, name)


def assert_greater(
    x: Any,
    y: Any,
    data: Any = None,
    summarize: Any = None,
    message: Any = None,
    name: str | None = None,
) -> Any:
    """See `tf.debugging.assert_greater`; an op while a graph is made.

    >>> tf.compat.v1.assert_greater(tf.constant([1, 2]), 0)

    Raises:
      InvalidArgumentError: if an element of x is not greater.
    """
    return comparisons.assert_greater(x, y, message, summarize, name)


def assert_greater_equal(
    x: Any,
    y: Any,
    data: Any = None,
    summarize: Any = None,
    message: Any = None,
    name: str | None = None,
) -> Any:
    """See `tf.debugging.assert_greater_equal`; an op while a graph is made.

    >>> tf.compat.v1.assert_greater_equal(tf.constant([1, 2]), 1)

    Raises:
      InvalidArgumentError: if an element of x is less.
    """
    return comparisons.assert_greater_equal(x, y, message, summarize, name)


def assert_near(
    x: Any,
    y: Any,
    rtol: Any = None,
    atol: Any = None,
    data: Any = None,
    summarize: Any = None,
    message: Any = None,
    name: str | None = None,
) -> Any:
    """See `tf.debugging.assert_near`; an op while a graph is made.

    >>> tf.compat.v1.assert_near(tf.constant([1.0]), [1.0 + 1e-7])

    Raises:
      InvalidArgumentError: if elements differ by more than the tolerances.
    """
    return comparisons.assert_near(x, y, rtol, atol, message, summarize, name)


def assert_positive(
    x: Any,
    data: Any = None,
    summarize: Any = None,
    message: Any = None,
    name: str | None = None,
) -> Any:
    """See `tf.debugging.assert_positive`; an op while a graph is made.

    >>> tf.compat.v1.assert_positive(tf.constant([1, 2]))

    Raises:
      InvalidArgumentError: if an element is 0 or less.
    """
    return comparisons.assert_positive(x, message, summarize, name)


def assert_negative(
    x: Any,
    data: Any = None,
    summarize: Any = None,
    message: Any = None,
    name: str | None = None,
) -> Any:
    """See `tf.debugging.assert_negative`; an op while a graph is made.

    >>> tf.compat.v1.assert_negative(tf.constant([-1, -2]))

    Raises:
      InvalidArgumentError: if an element is 0 or more.
    """
    return comparisons.assert_negative(x, message, summarize, name)


def assert_non_negative(
    x: Any,
    data: Any = None,
    summarize: Any = None,
    message: Any = None,
    name: str | None = None,
) -> Any:
    """See `tf.debugging.assert_non_negative`; an op while a graph is made.

    >>> tf.compat.v1.assert_non_negative(tf.constant([0, 2]))

    Raises:
      InvalidArgumentError: if an element is below 0.
    """
    return comparisons.assert_non_negative(x, message, summarize, name)


def assert_non_positive(
    x: Any,
    data: Any = None,
    summarize: Any = None,
    message: Any = None,
    name: str | None = None,
) -> Any:
    """See `tf.debugging.assert_non_positive`; an op while a graph is made.

    >>> tf.compat.v1.assert_non_positive(tf.constant([0, -2]))

    Raises:
      InvalidArgumentError: if an element is above 0.
    """
    return comparisons.assert_non_positive(x, message, summarize, name)


def assert_rank(
    x: Any,
    rank: Any,
    data: Any = None,
    summarize: Any = None,
    message: Any = None,
    name: str | None = None,
) -> Any:
    """See `tf.debugging.assert_rank`; an op while a graph is made.

    >>> tf.compat.v1.assert_rank(tf.constant([1, 2]), 1)

    Raises:
      ValueError: for another rank that is known.
      InvalidArgumentError: when the graph runs, for one that is not.
    """
    return structure_checks.assert_rank(x, rank, message, name)


def assert_rank_at_least(
    x: Any,
    rank: Any,
    data: Any = None,
    summarize: Any = None,
    message: Any = None,
    name: str | None = None,
) -> Any:
    """See `tf.debugging.assert_rank_at_least`; an op while a graph is made.

    >>> tf.compat.v1.assert_rank_at_least(tf.constant([[1, 2]]), 1)

    Raises:
      ValueError: for a lower rank that is known.
      InvalidArgumentError: when the graph runs, for one that is not.
    """
    return structure_checks.assert_rank_at_least(x, rank, message, name)


def assert_rank_in(
    x: Any,
    ranks: Any,
    data: Any = None,
    summarize: Any = None,
    message: Any = None,
    name: str | None = None,
) -> Any:
    """See `tf.debugging.assert_rank_in`; an op while a graph is made.

    >>> tf.compat.v1.assert_rank_in(tf.constant([1, 2]), (1, 2))

    Raises:
      ValueError: for another rank that is known.
      InvalidArgumentError: when the graph runs, for one that is not.
    """
    return structure_checks.assert_rank_in(x, ranks, message, name)


def assert_integer(x: Any, message: Any = None, name: str | None = None) -> Any:
    """See `tf.debugging.assert_integer`.

    >>> tf.compat.v1.assert_integer(tf.constant(3))

    Raises:
      TypeError: for another dtype.
    """
    return structure_checks.assert_integer(x, message, name)


def assert_scalar(tensor: Any, name: str | None = None, message: Any = None) -> Any:
    """The tensor, if it is a scalar.

    >>> tf.compat.v1.assert_scalar(tf.constant(3)).numpy()
    np.int32(3)

    Raises:
      ValueError: for another shape.
    """
    structure_checks.assert_scalar(tensor, message, name)
    return tensor


def assert_type(
    tensor: Any, tf_type: Any, message: Any = None, name: str | None = None
) -> Any:
    """See `tf.debugging.assert_type`.

    >>> tf.compat.v1.assert_type(tf.constant(3), tf.int32)

    Raises:
      TypeError: for another dtype.
    """
    return structure_checks.assert_type(tensor, tf_type, message, name)
