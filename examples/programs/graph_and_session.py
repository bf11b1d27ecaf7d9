"""A program of TensorFlow 1: placeholders, a queue of input, a monitored session."""

from __future__ import annotations

import os
import tempfile

import numpy as np
import tensorflow.compat.v1 as tf

tf.disable_v2_behavior()

RANDOM = np.random.RandomState(7)
WEIGHTS = np.array([[1.0], [-2.0], [0.5]], np.float32)
BATCH = 8


def examples(count: int) -> tuple[np.ndarray, np.ndarray]:
    """Rows of numbers, and a linear function of them with some noise."""
    x = RANDOM.uniform(-1, 1, [count, 3]).astype(np.float32)
    noise = RANDOM.normal(0, 0.01, [count, 1]).astype(np.float32)
    return x, x @ WEIGHTS + 3.0 + noise


def dense(x: tf.Tensor, units: int, name: str) -> tf.Tensor:
    """A layer whose variables are found by their names."""
    with tf.variable_scope(name, reuse=tf.AUTO_REUSE):
        size = x.get_shape()[1].value
        w = tf.get_variable("w", [size, units], initializer=tf.zeros_initializer())
        b = tf.get_variable("b", [units], initializer=tf.zeros_initializer())
        return tf.nn.bias_add(tf.matmul(x, w), b)


def input_batches() -> tuple[tf.Tensor, tf.Tensor]:
    """Batches from a queue that a thread fills."""
    x, y = examples(64)
    row = tf.train.slice_input_producer([x, y], shuffle=False)
    batch_x, batch_y = tf.train.batch(row, BATCH)
    return batch_x, batch_y


def build() -> dict[str, tf.Tensor]:
    """The graph: a training step on the queue, a prediction of what is fed."""
    step = tf.train.get_or_create_global_step()
    x, y = input_batches()
    loss = tf.losses.mean_squared_error(y, dense(x, 1, "model"))
    rate = tf.train.exponential_decay(0.5, step, 50, 0.9)
    optimizer = tf.train.GradientDescentOptimizer(rate)
    gradients = optimizer.compute_gradients(loss)
    train = optimizer.apply_gradients(gradients, global_step=step)
    tf.summary.scalar("loss", loss)
    tf.summary.scalar("rate", rate)
    fed = tf.placeholder(tf.float32, [None, 3], name="fed")
    return {
        "train": train,
        "loss": loss,
        "fed": fed,
        "prediction": tf.identity(dense(fed, 1, "model"), name="prediction"),
    }


class Told(tf.train.SessionRunHook):
    """Prints the loss at some steps."""

    def __init__(self, loss: tf.Tensor) -> None:
        self.loss = loss

    def begin(self) -> None:
        self.step = tf.train.get_global_step()

    def before_run(self, run_context: tf.train.SessionRunContext):
        return tf.train.SessionRunArgs({"loss": self.loss})

    def after_run(self, run_context, run_values) -> None:
        step = int(run_context.session.run(self.step))
        if step % 40 == 0:
            print(f"step {step}: loss {run_values.results['loss']:.3f}")


def events_of(folder: str) -> list[str]:
    """The tags of the summaries in a folder, with their steps."""
    found = []
    for name in sorted(os.listdir(folder)):
        if name.startswith("events"):
            for event in tf.train.summary_iterator(os.path.join(folder, name)):
                found += [f"{each.tag}@{event.step}" for each in event.summary.value]
    return found


def main() -> None:
    """Trains in one graph, and predicts in another that restores it."""
    folder = tempfile.mkdtemp()
    graph = build()
    names = [each.name for each in tf.global_variables()]
    print("variables:", ", ".join(names))
    print("prediction:", graph["prediction"].name, graph["prediction"].get_shape())
    with tf.train.MonitoredTrainingSession(
        checkpoint_dir=folder,
        save_summaries_steps=60,
        log_step_count_steps=0,
        hooks=[tf.train.StopAtStepHook(last_step=120), Told(graph["loss"])],
    ) as session:
        while not session.should_stop():
            session.run(graph["train"])
    print("summaries:", ", ".join(events_of(folder)))

    tf.reset_default_graph()
    fed = tf.placeholder(tf.float32, [None, 3])
    prediction = dense(fed, 1, "model")
    with tf.Session() as session:
        tf.train.Saver().restore(session, tf.train.latest_checkpoint(folder))
        rows = [[1.0, 1.0, 1.0], [0.0, 0.0, 0.0]]
        found = session.run(prediction, feed_dict={fed: rows})
    print("predicted:", np.round(found.ravel(), 1).tolist())


if __name__ == "__main__":
    main()
