"""The next element of replicas as an optional: in functions, branches and loops."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf


@pytest.fixture(params=["divided", "given out", "given out, maybe empty"])
def distributed(request: Any, four_cpus: list[str]) -> Any:
    """A strategy of two replicas, and a dataset of two elements for them."""
    strategy = tf.distribute.MirroredStrategy(four_cpus[:2])
    numbers = tf.data.Dataset.range(8).map(lambda x: {"x": x, "y": -x})
    if request.param == "divided":
        return strategy, strategy.experimental_distribute_dataset(numbers.batch(4))
    is_even = request.param == "given out"
    return strategy, strategy.distribute_datasets_from_function(
        lambda context: numbers.batch(2, drop_remainder=is_even)
    )


def test_there_is_one_until_the_end(distributed: Any) -> None:
    strategy, data = distributed
    iterator = iter(data)
    found = [iterator.get_next_as_optional() for _ in range(3)]
    assert [bool(each.has_value()) for each in found] == [True, True, False]
    assert isinstance(found[0], tf.experimental.Optional)
    value = found[1].get_value()
    parts = strategy.experimental_local_results(value["x"])
    assert [each.numpy().tolist() for each in parts] == [[4, 5], [6, 7]]
    assert found[1].element_spec == data.element_spec
    with pytest.raises(tf.errors.InvalidArgumentError):
        found[2].get_value()


def test_one_goes_through_branches_and_loops(distributed: Any) -> None:
    strategy, data = distributed

    @tf.function
    def totals(iterator: Any, most: Any) -> Any:
        def test(step: Any, total: Any, found: Any) -> Any:
            return tf.logical_and(step < most, found.has_value())

        def body(step: Any, total: Any, found: Any) -> Any:
            sums = strategy.run(lambda e: tf.reduce_sum(e["x"]), (found.get_value(),))
            total += strategy.reduce("SUM", sums, axis=None)
            # the last step takes no further element
            found = tf.cond(
                step + 1 < most, iterator.get_next_as_optional, lambda: found
            )
            return step + 1, total, found

        begin = 0, tf.constant(0, tf.int64), iterator.get_next_as_optional()
        step, total, _ = tf.while_loop(test, body, begin)
        return step, total

    for most, expected in ((1, (1, 6)), (9, (2, 28))):
        step, total = totals(iter(data), tf.constant(most))
        assert (int(step), int(total)) == expected


def test_one_is_an_argument_and_a_result_of_a_function(distributed: Any) -> None:
    strategy, data = distributed
    follow = tf.function(lambda found: (found, found.has_value()))
    iterator = iter(data)
    found, has_value = follow(iterator.get_next_as_optional())
    assert bool(has_value)
    parts = strategy.experimental_local_results(found.get_value()["y"])
    assert [each.numpy().tolist() for each in parts] == [[0, -1], [-2, -3]]
