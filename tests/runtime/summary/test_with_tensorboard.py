"""TensorBoard reads what is written here, and TensorFlow writes the same events.

TensorBoard is looked for in this Python and in TensorFlow's; without it they skip.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import runtime as tf
from tests.runtime.summary.events import events_in, only_file, without_time
from tests.tensorflow_process import TensorFlowProcess

READ = """
try:
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
except ImportError:
    result = None
else:
    found = EventAccumulator(folder, size_guidance={"tensors": 0})
    found.Reload()
    plugins = ("scalars", "histograms", "images", "audio", "text")
    result = {
        "plugins": {name: sorted(found.PluginTagToContent(name)) for name in plugins},
        "loss": [
            [each.step, round(float(tf.make_ndarray(each.tensor_proto)), 5)]
            for each in found.Tensors("train/loss")
        ],
        "nodes": [node.op for node in found.Graph().node],
    }
"""

WRITE = """
writer = tf.summary.create_file_writer(folder)
with writer.as_default():
    tf.summary.write("a", tf.constant([1, 2]), step=5)
    tf.summary.write("b", tf.constant(0.5), step=-3)
    tf.summary.write("c", tf.constant([[b"x", b""]]), step=0)
    tf.summary.write("d", tf.constant(True), step=70000)
    tf.summary.write("e", tf.zeros([0, 2], tf.float64), step=1)
    tf.summary.write("f", tf.constant(2.0, tf.bfloat16), step=1)
    raw = {"writer": writer._resource, "step": 1}
    tf.raw_ops.WriteScalarSummary(**raw, tag="s", value=2.0)
    tf.raw_ops.WriteHistogramSummary(**raw, tag="h", values=[-1.0, 2.0, 2.0, 0.0])
    tf.raw_ops.WriteHistogramSummary(**raw, tag="g", values=[1e-20, 3e30, -5.0, 7.0])
    tf.raw_ops.WriteAudioSummary(
        **raw, tag="a", tensor=tf.ones([2, 4, 1]) / 2, sample_rate=8000.0
    )
writer.close()
result = None
"""


@pytest.mark.slow
def test_tensorboard_reads_every_kind(
    tmp_path: Path, tensorflow_python: TensorFlowProcess
) -> None:
    @tf.function
    def double(x: tf.Tensor) -> tf.Tensor:
        return x * 2

    with tf.summary.create_file_writer(str(tmp_path)).as_default():
        with tf.name_scope("train"):
            for step in range(3):
                tf.summary.scalar("loss", 1 / (step + 1), step=step)
        tf.summary.histogram("weights", [1.0, 2.0, 3.0], step=1)
        tf.summary.image("picture", tf.zeros([1, 4, 4, 3]), step=1)
        tf.summary.audio("sound", tf.zeros([1, 40, 1]), 8000, step=1)
        tf.summary.text("note", "*words*", step=1)
        tf.summary.graph(double.get_concrete_function(tf.constant(1.0)).graph)
    found = tensorflow_python.run(READ, folder=str(tmp_path))
    if found is None:
        pytest.skip("there is no TensorBoard beside TensorFlow")
    assert found["plugins"] == {
        "scalars": ["train/loss"],
        "histograms": ["weights"],
        "images": ["picture"],
        "audio": ["sound"],
        "text": ["note"],
    }
    assert found["loss"] == [[0, 1.0], [1, 0.5], [2, 0.33333]]
    assert "Mul" in found["nodes"]


def test_events_are_those_of_tensorflow(
    tmp_path: Path, tensorflow_python: TensorFlowProcess
) -> None:
    mine, theirs = tmp_path / "mine", tmp_path / "theirs"
    tensorflow_python.run(WRITE, folder=str(theirs))
    exec(WRITE, {"tf": tf, "folder": str(mine)})
    expected, found = (
        [without_time(each) for each in events_in(only_file(folder))]
        for folder in (theirs, mine)
    )
    assert found == expected
