"""The model of a pipeline names its stages."""

from __future__ import annotations

import pytest

import runtime as tf

Dataset = tf.data.Dataset


# --- models


def test_the_model_of_a_pipeline_names_its_stages_as_tensorflow_does() -> None:
    dataset = Dataset.range(6).map(lambda x: x + 1, num_parallel_calls=2)
    dataset = dataset.filter(lambda x: x > 0).shuffle(3).batch(2).prefetch(1)
    model = tf.data.experimental.get_model_proto(iter(dataset))
    nodes = [model.nodes[number] for number in sorted(model.nodes)]
    assert [(n.name, n.node_class, n.ratio, list(n.inputs)) for n in nodes] == [
        ("Root", 3, 1.0, [2]),
        ("Prefetch", 4, 1.0, [3]),
        ("BatchV2", 3, 2.0, [4]),
        ("Shuffle", 3, 1.0, [5]),
        ("Filter", 5, 0.0, [6]),
        ("ParallelMapV2", 4, 1.0, [7]),
        ("Range", 3, 0.0, []),
    ]
    assert (model.output, model.id_counter) == (1, 8)
    with pytest.raises(ValueError, match="Only supports"):
        tf.data.experimental.get_model_proto(3)
