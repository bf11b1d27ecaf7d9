"""Options below zero survive the message in which pipelines keep them."""

from __future__ import annotations

import runtime as tf


def test_the_policy_off_is_read_as_it_was_set() -> None:
    options = tf.data.Options()
    policy = tf.data.experimental.AutoShardPolicy.OFF
    options.experimental_distribute.auto_shard_policy = policy
    dataset = tf.data.Dataset.range(3).with_options(options)
    assert dataset.options().experimental_distribute.auto_shard_policy is policy
