"""Parameter servers and workers that Ray starts; skipped where Ray is absent."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.runtime.distribute.workers.test_ray_workers import needs_ray, result_of

pytestmark = [needs_ray, pytest.mark.slow]

SERVERS = """
import json
import numpy as np
import ray
import runtime as tf

ray.init(num_cpus=4, include_dashboard=False)
with tf.distribute.experimental.ray.ParameterServers(workers=4, ps=2) as servers:
    strategy = tf.distribute.ParameterServerStrategy(
        servers.cluster_resolver,
        tf.distribute.experimental.partitioners.FixedShardsPartitioner(2),
    )
    coordinator = tf.distribute.coordinator.ClusterCoordinator(strategy)
    with strategy.scope():
        w, steps = tf.Variable(tf.zeros([4, 1])), tf.Variable(0)
    x = np.random.default_rng(0).normal(size=(64, 4)).astype("float32")
    y = x @ np.float32([[1], [2], [3], [4]])

    def dataset_fn(context):
        data = tf.data.Dataset.from_tensor_slices((x, y))
        return data.shuffle(64, seed=context.input_pipeline_id).repeat().batch(8)

    per_worker = coordinator.create_per_worker_dataset(
        lambda: strategy.distribute_datasets_from_function(dataset_fn)
    )
    iterator = iter(per_worker)

    @tf.function
    def step(iterator):
        def replica(batch):
            with tf.GradientTape() as tape:
                error = batch[0] @ tf.convert_to_tensor(w) - batch[1]
                loss = tf.reduce_mean(error**2)
            for shard, each in zip(w.variables, tape.gradient(loss, w.variables)):
                shard.assign_sub(0.02 * each)
            steps.assign_add(1)
            return loss
        return strategy.run(replica, args=(next(iterator),))

    losses = [coordinator.schedule(step, args=(iterator,)) for _ in range(100)]
    ray.kill(servers._workers[0], no_restart=False)
    losses += [coordinator.schedule(step, args=(iterator,)) for _ in range(100)]
    coordinator.join()
    first, last = coordinator.fetch([losses[0], losses[-1]])
    result = [int(steps), float(first) > 1, float(last) < 0.1, len(w.variables)]
ray.shutdown()
print("RESULT " + json.dumps(result))
"""


def test_workers_that_ray_starts_again_apply_each_function_once(tmp_path: Path) -> None:
    assert result_of(SERVERS, tmp_path) == [200, True, True, 2]
