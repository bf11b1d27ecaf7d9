"""Programs of the kinds that TensorFlow's guides on distributed training have.

Each takes a strategy and gives numbers, which no strategy may change: losses of each
epoch, scores, weights. They are TensorFlow's programs: it runs them too.
"""

from __future__ import annotations

import os
import tempfile

import numpy as np
import tensorflow as tf

GLOBAL_BATCH = 16
RANDOM = np.random.default_rng(0)
IMAGES = RANDOM.normal(size=(48, 8, 8, 1)).astype("float32")
LABELS = RANDOM.integers(0, 3, 48).astype("int64")


def numbers(values):
    return [float(each) for each in values]


class Convolutions(tf.Module):
    """A small network, without Keras."""

    def __init__(self):
        super().__init__()
        random = np.random.default_rng(1)

        def variable(*shape):
            return tf.Variable(random.normal(0, 0.3, shape).astype("float32"))

        self.kernel, self.bias = variable(3, 3, 1, 4), variable(4)
        self.dense, self.last = variable(4 * 4 * 4, 3), variable(3)

    @tf.function(input_signature=[tf.TensorSpec([None, 8, 8, 1], tf.float32)])
    def __call__(self, x):
        x = tf.nn.relu(tf.nn.conv2d(x, self.kernel, 1, "SAME") + self.bias)
        x = tf.nn.max_pool2d(x, 2, 2, "VALID")
        return tf.reshape(x, [-1, 64]) @ self.dense + self.last


def dataset():
    data = tf.data.Dataset.from_tensor_slices((IMAGES, LABELS))
    return data.batch(GLOBAL_BATCH)


def average(per_example):
    return tf.nn.compute_average_loss(per_example, global_batch_size=GLOBAL_BATCH)


def descend(model, loss_of):
    """One step of a replica: summed gradients, the same change in each."""
    with tf.GradientTape() as tape:
        loss = loss_of()
    gradients = tape.gradient(loss, model.trainable_variables)
    context = tf.distribute.get_replica_context()
    gradients = context.all_reduce(tf.distribute.ReduceOp.SUM, gradients)
    for variable, gradient in zip(model.trainable_variables, gradients):
        variable.assign_sub(0.1 * gradient)
    return loss


def cross_entropy(model, images, labels):
    return tf.nn.sparse_softmax_cross_entropy_with_logits(labels, model(images))


def custom_loop(strategy):
    """Steps in a function, sums of losses and of counts, a loss of weights."""
    with strategy.scope():
        model = Convolutions()
        correct = tf.Variable(
            0.0,
            synchronization=tf.VariableSynchronization.ON_READ,
            aggregation=tf.VariableAggregation.SUM,
        )

    def replica_step(images, labels):
        def loss_of():
            weights = tf.nn.l2_loss(model.dense)
            return average(
                cross_entropy(model, images, labels)
            ) + tf.nn.scale_regularization_loss(1e-3 * weights)

        loss = descend(model, loss_of)
        found = tf.argmax(model(images), axis=1)
        correct.assign_add(tf.reduce_sum(tf.cast(found == labels, tf.float32)))
        return loss

    @tf.function
    def train_step(images, labels):
        losses = strategy.run(replica_step, args=(images, labels))
        return strategy.reduce(tf.distribute.ReduceOp.SUM, losses, axis=None)

    @tf.function
    def test_step(images, labels):
        losses = strategy.run(lambda x, y: cross_entropy(model, x, y), (images, labels))
        return strategy.reduce("MEAN", losses, axis=0)

    distributed = strategy.experimental_distribute_dataset(dataset())
    told = []
    for _ in range(2):
        total = 0.0
        for images, labels in distributed:
            total += train_step(images, labels)
        told.append(total / 3)
    told += [test_step(*each) for each in distributed]
    told.append(correct.read_value())
    return numbers(told)


def loops_in_functions(strategy):
    """A whole epoch in a function, over a dataset and over an iterator."""
    with strategy.scope():
        model = Convolutions()

    def replica_step(batch):
        return descend(model, lambda: average(cross_entropy(model, *batch)))

    @tf.function
    def epoch(data):
        total, steps = 0.0, 0
        for batch in data:
            losses = strategy.run(replica_step, args=(batch,))
            total += strategy.reduce("SUM", losses, axis=None)
            steps += 1
        return total / tf.cast(steps, tf.float32)

    @tf.function
    def steps(iterator, count):
        total = tf.constant(0.0)
        for _ in tf.range(count):
            losses = strategy.run(replica_step, args=(next(iterator),))
            total += strategy.reduce("SUM", losses, axis=None)
        return total

    distributed = strategy.experimental_distribute_dataset(dataset())
    iterator = iter(distributed)
    return numbers(
        [epoch(distributed), epoch(distributed), steps(iterator, tf.constant(2))]
    )


def inputs(strategy):
    """Datasets that a function makes, parts of their own, and specs of elements."""

    def dataset_fn(context):
        size = context.get_per_replica_batch_size(GLOBAL_BATCH)
        data = tf.data.Dataset.range(48).map(lambda x: tf.cast(x, tf.float32))
        shard = data.shard(context.num_input_pipelines, context.input_pipeline_id)
        return shard.batch(size).prefetch(2)

    options = tf.distribute.InputOptions(experimental_fetch_to_device=False)
    data = strategy.distribute_datasets_from_function(dataset_fn, options)

    @tf.function
    def total(x):
        sums = strategy.run(lambda x: tf.reduce_sum(x * x), args=(x,))
        return strategy.reduce("SUM", sums, axis=None)

    iterator = iter(data)
    per_step = GLOBAL_BATCH
    told = [sum(total(next(iterator)) for _ in range(48 // per_step))]
    uneven = tf.data.Dataset.from_tensor_slices(np.arange(37.0, dtype="float32"))
    uneven = strategy.experimental_distribute_dataset(uneven.batch(8))
    told.append(sum(total(each) for each in uneven))
    off = tf.data.Options()
    off.experimental_distribute.auto_shard_policy = tf.data.experimental.AutoShardPolicy.OFF
    same = tf.data.Dataset.range(6).batch(6).with_options(off)
    count = strategy.num_replicas_in_sync
    values = strategy.experimental_distribute_values_from_function(
        lambda context: tf.constant(
            float(context.replica_id_in_sync_group + 1) / context.num_replicas_in_sync
        )
    )
    told.append(2 * strategy.reduce("SUM", values, axis=None) / (count + 1))
    assert next(iter(strategy.experimental_distribute_dataset(same))) is not None
    return numbers(told)


def checkpoints(strategy):
    """Training that stops, and goes on from a checkpoint in other objects."""
    folder = tempfile.mkdtemp()

    def trained(epochs, resumes):
        with strategy.scope():
            model = Convolutions()
            epoch = tf.Variable(0, dtype=tf.int64)
        manager = tf.train.CheckpointManager(
            tf.train.Checkpoint(model=model, epoch=epoch), folder, max_to_keep=1
        )
        if resumes:
            manager.restore_or_initialize()
        distributed = strategy.experimental_distribute_dataset(dataset())

        @tf.function
        def step(batch):
            def replica(batch):
                return descend(model, lambda: average(cross_entropy(model, *batch)))

            losses = strategy.run(replica, args=(batch,))
            return strategy.reduce("SUM", losses, axis=None)

        losses = []
        while epoch.numpy() < epochs:
            losses += [step(each) for each in distributed]
            epoch.assign_add(1)
            manager.save()
        return losses

    return numbers([*trained(1, False), *trained(2, True)])


def saved_models(strategy):
    """A model saved under a strategy, and loaded with and without one."""
    with strategy.scope():
        model = Convolutions()
    path = os.path.join(tempfile.mkdtemp(), "model")
    tf.saved_model.save(model, path)
    plain = tf.saved_model.load(path)
    with strategy.scope():
        loaded = tf.saved_model.load(path)
    told = [tf.reduce_mean(plain(IMAGES))]

    @tf.function
    def predicted(images):
        found = strategy.run(lambda x: loaded(x), args=(images,))
        return strategy.reduce("SUM", strategy.run(tf.reduce_sum, (found,)), axis=None)

    only_images = tf.data.Dataset.from_tensor_slices(IMAGES).batch(GLOBAL_BATCH)
    only_images = strategy.experimental_distribute_dataset(only_images)
    told.append(sum(predicted(each) for each in only_images) / (48 * 3))
    return numbers(told)


def scheduled(strategy, coordinator=None):
    """Steps that a coordinator hands to workers; without one they run here."""
    with strategy.scope():
        model = Convolutions()
        steps = tf.Variable(0, dtype=tf.int64)

    def dataset_fn(context):
        return dataset().repeat()

    @tf.function
    def step(iterator):
        def replica(images, labels):
            with tf.GradientTape() as tape:
                loss = average(cross_entropy(model, images, labels))
            gradients = tape.gradient(loss, model.trainable_variables)
            for variable, gradient in zip(model.trainable_variables, gradients):
                variable.assign_sub(0.1 * gradient)
            steps.assign_add(1)
            return loss

        return strategy.run(replica, args=next(iterator))

    if coordinator is None:
        iterator = iter(dataset_fn(None))
        told = [step(iterator) for _ in range(7)]
    else:
        per_worker = coordinator.create_per_worker_dataset(
            lambda: strategy.distribute_datasets_from_function(dataset_fn)
        )
        iterator = iter(per_worker)
        told = [coordinator.schedule(step, args=(iterator,)) for _ in range(7)]
        coordinator.join()
        told = coordinator.fetch(told)
    last = tf.reduce_mean(cross_entropy(model, IMAGES, LABELS))
    return numbers([*told, last, steps])


PROGRAMS = {
    each.__name__: each
    for each in (
        custom_loop,
        loops_in_functions,
        inputs,
        checkpoints,
        saved_models,
    )
}
