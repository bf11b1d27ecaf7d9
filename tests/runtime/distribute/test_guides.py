"""The programs of TensorFlow's guides: four replicas of any kind give one's numbers."""

from __future__ import annotations

import json
import os
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runtime.alias.environment as alias
from tests.runtime.distribute.workers.test_ray_workers import needs_ray, result_of

pytestmark = pytest.mark.slow

CASES = [
    "guides",
    pytest.param(
        "keras_guides",
        marks=pytest.mark.skipif(find_spec("keras") is None, reason="needs Keras"),
    ),
]

LOCAL = """
import importlib, json, os
import tensorflow as tf

(cpu,) = tf.config.list_physical_devices("CPU")
one = tf.config.LogicalDeviceConfiguration()
tf.config.set_logical_device_configuration(cpu, [one] * 4)
strategies = {
    "one device": lambda: tf.distribute.OneDeviceStrategy("/cpu:0"),
    "four CPUs": lambda: tf.distribute.MirroredStrategy([f"CPU:{n}" for n in range(4)]),
}
case = importlib.import_module(os.environ["CASE"])
found = {
    kind: {name: program(make()) for name, program in case.PROGRAMS.items()}
    for kind, make in strategies.items()
}
print("RESULT " + json.dumps(found))
"""

ON_RAY = """
import importlib, json, os
import ray
import tensorflow as tf

def train():
    import tensorflow as tf

    strategy = tf.distribute.MultiWorkerMirroredStrategy()
    assert strategy.num_replicas_in_sync == 4
    case = importlib.import_module(os.environ["CASE"])
    return {name: program(strategy) for name, program in case.PROGRAMS.items()}

ray.init(num_cpus=4, include_dashboard=False)
print("RESULT " + json.dumps(tf.distribute.experimental.ray.run(train, workers=4)))
"""


SCHEDULED = """
import json, os
import guides
import tensorflow as tf

def scheduled(resolver):
    strategy = tf.distribute.ParameterServerStrategy(resolver)
    coordinator = tf.distribute.coordinator.ClusterCoordinator(strategy)
    return guides.scheduled(strategy, coordinator)

expected = guides.scheduled(tf.distribute.OneDeviceStrategy("/cpu:0"))
if os.environ["CASE"] == "ray":
    import ray

    ray.init(num_cpus=2, include_dashboard=False)
    with tf.distribute.experimental.ray.ParameterServers(workers=1, ps=2) as servers:
        found = scheduled(servers.cluster_resolver)
    ray.shutdown()
else:
    servers = [tf.distribute.Server({job: ["localhost:0"]}) for job in ("worker", "ps")]
    worker, ps = [each.target.removeprefix("grpc://") for each in servers]
    cluster = tf.train.ClusterSpec({"worker": [worker], "ps": [ps]})
    found = scheduled(
        tf.distribute.cluster_resolver.SimpleClusterResolver(cluster)
    )
print("RESULT " + json.dumps([found, expected]))
"""


def numbers_of(code: str, case: str, folder: Path) -> Any:
    """What a program gives that runs all programs of a module of cases."""
    cases = str(Path(__file__).parent / "cases")
    path = [alias.SITE, cases, os.environ.get("PYTHONPATH", "")]
    variables = {"CASE": case, "KERAS_BACKEND": "tensorflow"}
    return result_of(code, folder, PYTHONPATH=os.pathsep.join(path), **variables)


def check_close(found: Any, expected: Any) -> None:
    assert found.keys() == expected.keys()
    for name, values in expected.items():
        np.testing.assert_allclose(
            found[name], values, rtol=1e-5, atol=1e-5, err_msg=name
        )


@pytest.mark.parametrize("case", CASES)
def test_four_logical_cpus_give_what_one_device_does(case: str, tmp_path: Path) -> None:
    found = numbers_of(LOCAL, case, tmp_path)
    expected = found.pop("one device")
    for each in found.values():
        check_close(each, expected)


@needs_ray
@pytest.mark.parametrize("case", CASES)
def test_four_workers_of_ray_give_what_one_device_does(
    case: str, tmp_path: Path
) -> None:
    expected = numbers_of(LOCAL, case, tmp_path)["one device"]
    workers = numbers_of(ON_RAY, case, tmp_path)
    assert len(workers) == 4
    for each in workers:
        check_close(each, expected)
        assert json.dumps(each) == json.dumps(workers[0])


@pytest.mark.parametrize("where", ["here", pytest.param("ray", marks=needs_ray)])
def test_one_worker_of_parameter_servers_gives_what_one_device_does(
    where: str, tmp_path: Path
) -> None:
    found, expected = numbers_of(SCHEDULED, where, tmp_path)
    np.testing.assert_allclose(found, expected, rtol=1e-5)
    assert found[-1] == 7.0
