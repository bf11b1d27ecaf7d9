"""Optimizers, learning rates and losses of version 1, eagerly and in sessions."""

import numpy as np

import runtime as tf
from tests.runtime.shown_answers import show

v1 = tf.compat.v1
train, losses = v1.train, v1.losses


def near(value):
    if isinstance(value, (tuple, list)):
        return [near(each) for each in value if each is not None]
    return (np.round(np.asarray(value, np.float64), 4) + 0.0).tolist()


step = tf.Variable(1, dtype=tf.int64)
MAKERS = {
    "descent": lambda rate: train.GradientDescentOptimizer(rate),
    "momentum": lambda rate: train.MomentumOptimizer(rate, 0.9),
    "nesterov": lambda rate: train.MomentumOptimizer(rate, 0.9, use_nesterov=True),
    "adam": lambda rate: train.AdamOptimizer(rate, 0.8),
    "rmsprop": lambda rate: train.RMSPropOptimizer(rate, momentum=0.5),
    "centered": lambda rate: train.RMSPropOptimizer(rate, centered=True),
    "adagrad": lambda rate: train.AdagradOptimizer(rate),
    "adadelta": lambda rate: train.AdadeltaOptimizer(rate),
    "ftrl": lambda rate: train.FtrlOptimizer(rate, l1_regularization_strength=0.01),
    "shrunk": lambda rate: train.FtrlOptimizer(
        rate, l2_shrinkage_regularization_strength=0.1
    ),
    "proximal": lambda rate: train.ProximalGradientDescentOptimizer(rate, 0.1, 0.2),
    "proximal adagrad": lambda rate: train.ProximalAdagradOptimizer(rate, 0.1, 0.1),
}


def eager(make):
    variable = tf.Variable([[1.0, 2.0], [3.0, 4.0]], name="w")
    optimizer = make(0.1)
    for _ in range(3):
        optimizer.minimize(lambda: tf.reduce_sum(variable**2), var_list=[variable])
    rows = [1, 1]
    optimizer.minimize(
        lambda: tf.reduce_sum(tf.gather(variable, rows)), var_list=[variable]
    )
    return near(variable), optimizer.get_slot_names()


def staged(make):
    with tf.Graph().as_default():
        variable = v1.get_variable("w", initializer=[1.0, 2.0])
        count = train.get_or_create_global_step()
        optimizer = make(train.exponential_decay(0.1, count, 2, 0.5))
        pairs = optimizer.compute_gradients(losses.mean_squared_error([0.0, 1.0], variable))
        run = optimizer.apply_gradients(pairs, count)
        with v1.Session() as session:
            session.run(v1.global_variables_initializer())
            for _ in range(3):
                session.run(run)
            made = [near(each) for each in session.run([variable, count])]
            return made, [each.name for each in optimizer.variables()]


for name, make in MAKERS.items():
    show(f"eager {name}", lambda: eager(make))
    show(f"staged {name}", lambda: staged(make))

DECAYS = {
    "exponential": lambda now: train.exponential_decay(0.5, now, 4, 0.5),
    "stairs": lambda now: train.exponential_decay(0.5, now, 4, 0.5, True),
    "natural": lambda now: train.natural_exp_decay(0.5, now, 4, 0.5),
    "inverse": lambda now: train.inverse_time_decay(0.5, now, 4, 0.5),
    "polynomial": lambda now: train.polynomial_decay(0.5, now, 4, 0.01, 2.0),
    "cycle": lambda now: train.polynomial_decay(0.5, now, 4, cycle=True),
    "cosine": lambda now: train.cosine_decay(0.5, now, 8, 0.1),
    "restarts": lambda now: train.cosine_decay_restarts(0.5, now, 3, m_mul=0.5),
    "linear": lambda now: train.linear_cosine_decay(0.5, now, 8),
    "pieces": lambda now: train.piecewise_constant(now, [2, 5], [0.5, 0.2, 0.1]),
}
for name, decay in DECAYS.items():
    show(name, lambda: [near(decay(tf.constant(now))()) for now in (0, 1, 2, 5, 6, 9)])

truth, guess = [[1.0, 0.0], [0.0, 1.0]], [[0.5, 0.25], [0.0, 0.75]]
LOSSES = {
    "absolute": lambda **given: losses.absolute_difference(truth, guess, **given),
    "squared": lambda **given: losses.mean_squared_error(truth, guess, **given),
    "huber": lambda **given: losses.huber_loss(truth, guess, delta=0.3, **given),
    "log": lambda **given: losses.log_loss(truth, guess, **given),
    "hinge": lambda **given: losses.hinge_loss(truth, guess, **given),
    "sigmoid": lambda **given: losses.sigmoid_cross_entropy(truth, guess, **given),
}
for name, loss in LOSSES.items():
    show(name, lambda: near(loss()))
    show(f"{name} weighted", lambda: near(loss(weights=[[2.0], [0.0]])))
    show(f"{name} sum", lambda: near(loss(reduction=losses.Reduction.SUM)))
show("softmax", lambda: near(losses.softmax_cross_entropy(truth, guess, label_smoothing=0.1)))
show("cosine", lambda: near(losses.cosine_distance(truth, guess, axis=1)))
show("pairs", lambda: near(losses.mean_pairwise_squared_error(truth, guess)))
show("pairs weighted", lambda: near(losses.mean_pairwise_squared_error(truth, guess, [[2.0], [0.0]])))
show("None", lambda: losses.mean_squared_error(None, guess))
show("shapes", lambda: losses.mean_squared_error([1.0], guess))
show("eager loss", lambda: train.GradientDescentOptimizer(0.1).minimize(tf.constant(1.0)))
show("nothing", lambda: train.GradientDescentOptimizer(0.1).apply_gradients([]))


def collected():
    with tf.Graph().as_default(), v1.Session() as session:
        losses.mean_squared_error([1.0], [3.0])
        losses.add_loss(tf.constant(2.0))
        total = losses.get_total_loss()
        return near(session.run(total)), len(losses.get_losses())


show("collected", collected)
