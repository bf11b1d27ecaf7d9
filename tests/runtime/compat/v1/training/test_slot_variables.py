"""Names of what optimizers and averages keep, as TensorFlow's checkpoints have them."""

from __future__ import annotations

import runtime as tf

v1 = tf.compat.v1


def _names(collection) -> list[str]:
    return sorted(each.name.partition(":")[0] for each in collection)


def test_slots_leave_name_scopes_and_stay_in_variable_scopes() -> None:
    with tf.Graph().as_default():
        with tf.name_scope("net"):
            v, u = v1.get_variable("v", [2]), v1.Variable([1.0, 2.0], name="u")
        loss = tf.reduce_sum(v * u)
        with tf.name_scope("train"):
            v1.train.AdamOptimizer().minimize(loss)
            v1.train.ExponentialMovingAverage(0.9).apply([v, loss])
        with v1.variable_scope("more"):
            v1.train.MomentumOptimizer(0.1, 0.9).minimize(loss)
            v1.train.ExponentialMovingAverage(0.9, name="Mean").apply([u])
        assert _names(v1.global_variables()) == [
            *("Sum/ExponentialMovingAverage", "more/net/u/Mean"),
            *("more/net/u/Momentum", "more/v/Momentum"),
            *("net/u", "net/u/Adam", "net/u/Adam_1"),
            *("train/beta1_power", "train/beta2_power"),
            *("v", "v/Adam", "v/Adam_1", "v/ExponentialMovingAverage"),
        ]


def test_average_made_in_a_branch_has_the_name_that_it_has_outside() -> None:
    with tf.Graph().as_default(), v1.Session() as session:
        fed = v1.placeholder(tf.float32, [2])
        mean = tf.reduce_mean(fed, name="mean")
        averages = v1.train.ExponentialMovingAverage(0.5)

        def updated():
            with tf.control_dependencies([averages.apply([mean])]):
                return tf.identity(averages.average(mean))

        result = tf.cond(fed[0] > 0, updated, lambda: averages.average(mean) + 0)
        assert _names(v1.global_variables()) == ["mean/ExponentialMovingAverage"]
        v1.global_variables_initializer().run()
        found = [session.run(result, {fed: value}) for value in ([4, 4], [-1, 3])]
        assert found == [2.0, 2.0]
