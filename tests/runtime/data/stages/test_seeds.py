"""Seeds of shuffles: the same, or new ones with each iteration."""

from __future__ import annotations

import runtime as tf
from runtime.data.stages.seeds import Dummy, SeedGenerator, as_generator


def test_fixed_seeds_stay_and_renewed_ones_follow_from_the_first() -> None:
    fixed = SeedGenerator((1, 2), False)
    assert fixed.next_seeds() == fixed.next_seeds() == (1, 2)
    one, two = SeedGenerator((1, 2), True), SeedGenerator((1, 2), True)
    drawn = [one.next_seeds() for _ in range(3)]
    assert drawn == [two.next_seeds() for _ in range(3)]
    assert len(set(drawn)) == 3
    assert one.count == 6


def test_a_generator_goes_back_to_a_count() -> None:
    made = SeedGenerator((3, 4), True)
    drawn = [made.next_seeds() for _ in range(3)]
    made.go_to(2)
    assert [made.next_seeds() for _ in range(2)] == drawn[1:]
    assert made.count == 6


def test_without_seeds_no_two_are_alike() -> None:
    assert SeedGenerator((0, 0), False).seeds != SeedGenerator((0, 0), False).seeds


def test_a_generator_is_taken_and_a_placeholder_makes_one() -> None:
    given = SeedGenerator((5, 6), True)
    assert as_generator(given, (1, 2), False) is given
    assert as_generator(Dummy(), (1, 2), False).seeds == (1, 2)


def test_a_dataset_draws_from_the_generator_that_it_is_given() -> None:
    resource = tf.raw_ops.AnonymousSeedGenerator(seed=1, seed2=2, reshuffle=True)
    generator = resource.handle._array
    variant = tf.raw_ops.ShuffleDatasetV3(
        input_dataset=tf.data.Dataset.range(8)._variant_tensor,
        buffer_size=8,
        seed=0,
        seed2=0,
        seed_generator=resource.handle,
        output_types=[tf.int64],
        output_shapes=[[]],
    )
    made = tf.data.experimental.from_variant(variant, tf.TensorSpec([], tf.int64))
    first, second = ([int(x) for x in made] for _ in range(2))
    assert generator.count == 4
    generator.go_to(0)
    assert [int(x) for x in made] == first
    assert sorted(second) == list(range(8))


def test_a_dataset_made_anew_from_the_arguments_draws_from_the_same_generator() -> None:
    stage = tf.data.Dataset.range(8).shuffle(8, seed=1)._variant_tensor._array
    anew = type(stage)(stage.op, stage.attrs, stage.inputs)
    assert anew.generator is stage.generator
    assert anew.inputs["seed_generator"] is stage.generator
