"""Functions over ranges and slices in compiled graphs: results are TensorFlow's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import runtime as tf

INT = tf.TensorSpec([], tf.int32)
ANY = tf.TensorSpec(None, tf.int32)
TEXT = tf.TensorSpec([], tf.string)


def concrete(function: Any, *specs: Any) -> Any:
    return tf.function(function).get_concrete_function(*specs)


def over_range(body: Any, numbers: tuple[int, int, int], *state: Any) -> list[Any]:
    specs = [INT, *[ANY] * len(state)]
    function = concrete(body, *specs)

    @tf.function
    def run(start: Any, limit: Any, delta: Any) -> Any:
        given = [tf.constant(each) for each in state]
        return tf.raw_ops.For(
            start=start, limit=limit, delta=delta, input=given, body=function
        )

    return [each.numpy().tolist() for each in run(*map(tf.constant, numbers))]


@pytest.mark.parametrize(
    ("numbers", "expected"),
    [
        ((0, 4, 1), 16),
        ((4, 0, -1), 20),
        ((0, 5, 2), 16),
        ((0, 0, 1), 10),
        ((3, 3, -1), 10),
        ((0, 0, 0), 10),
        ((2147483645, 2147483647, 1), 10 - 5),
    ],
)
def test_a_range_is_gone_through(numbers: Any, expected: int) -> None:
    assert over_range(lambda i, x: x + i, numbers, 10) == [expected]


@pytest.mark.parametrize("numbers", [(0, 4, -1), (4, 0, 1), (0, 4, 0), (4, 0, 0)])
def test_a_range_without_end_is_refused(numbers: Any) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="invalid range"):
        over_range(lambda i, x: x + i, numbers, 10)


def test_values_may_change_places() -> None:
    found = over_range(lambda i, x, y: (y, x), (0, 3, 1), 1, [2, 3])
    assert found == [[2, 3], 1]
    assert over_range(lambda i, x, y: (y, y), (0, 1, 1), [1], [2]) == [[2], [2]]


def over_slices(
    function: Any,
    arguments: list[Any],
    specs: list[Any],
    kinds: list[tuple[Any, Any]],
    captured: tuple[Any, ...] = (),
) -> list[Any]:
    called = concrete(function, *specs)

    @tf.function
    def run(*given: Any) -> Any:
        return tf.raw_ops.MapDefun(
            arguments=list(given),
            captured_inputs=list(captured),
            output_types=[dtype for dtype, _ in kinds],
            output_shapes=[shape for _, shape in kinds],
            f=called,
        )

    return list(run(*map(tf.constant, arguments)))


NO_NUMBERS = np.zeros([0], np.int32)


@pytest.mark.parametrize(
    ("function", "argument", "spec", "kind", "expected"),
    [
        (lambda x: x + 1, [1, 2], INT, (tf.int32, []), [2, 3]),
        (lambda x: x + 1, NO_NUMBERS, INT, (tf.int32, []), NO_NUMBERS),
        (lambda x: tf.stack([x] * 2), NO_NUMBERS, INT, (tf.int32, [2]), [[], []]),
        (lambda x: x + "!", ["a", "bb"], TEXT, (tf.string, []), [b"a!", b"bb!"]),
        (lambda x: x + "!", np.array([], str), TEXT, (tf.string, []), []),
        (lambda x: tf.range(2) + x, [1, 5], INT, (tf.int32, [None]), [[1, 2], [5, 6]]),
    ],
)
def test_slices_are_stacked(
    function: Any, argument: Any, spec: Any, kind: Any, expected: Any
) -> None:
    (found,) = over_slices(function, [argument], [spec], [kind])
    assert found.dtype == kind[0]
    shape = [len(argument), *(2 if each is None else each for each in kind[1])]
    assert found.shape.as_list() == shape
    assert found.numpy().tolist() == np.reshape(np.array(expected), shape).tolist()


@pytest.mark.parametrize(
    ("function", "arguments", "shape", "message"),
    [
        (lambda x: x, [NO_NUMBERS], None, "shape of their results is not known"),
        (tf.range, [[3, 1]], [None], "Mismatch in function retval shape"),
        (lambda x: tf.stack([x, x]), [[1, 2]], [3], r"shape, \[2\], .* shape, \[3\]"),
        (lambda x, y: x + y, [[1, 2], [3]], [], "same dimension 0"),
        (lambda x: x, [3], [], "rank at least 1"),
    ],
)
def test_slices_that_do_not_fit(
    function: Any, arguments: list[Any], shape: Any, message: str
) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match=message):
        over_slices(function, arguments, [INT] * len(arguments), [(tf.int32, shape)])


def test_captured_values_are_given_whole() -> None:
    found = over_slices(
        lambda x, c: (x + c, c),
        [[1, 2]],
        [INT, INT],
        [(tf.int32, []), (tf.int32, [])],
        (tf.constant(5),),
    )
    assert [each.numpy().tolist() for each in found] == [[6, 7], [5, 5]]


@pytest.mark.parametrize(
    ("function", "expected"),
    [(lambda x: x + 1, [2]), (lambda x: (x, x * 3), [1, 3]), (lambda x: 7, [7])],
)
def test_a_remote_call_gives_all_results(
    function: Callable[[Any], Any], expected: list[int]
) -> None:
    called = concrete(function, INT)

    @tf.function
    def run(x: Any) -> Any:
        found = tf.raw_ops.RemoteCall(
            target="/device:CPU:0", args=[x], Tout=[tf.int32] * len(expected), f=called
        )
        return [each * 2 for each in found]

    assert [int(each) for each in run(tf.constant(1))] == [2 * x for x in expected]
