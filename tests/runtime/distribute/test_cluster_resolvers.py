"""Clusters from arguments, environment variables and pods, as TensorFlow has them."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest

import runtime as tf

resolvers = tf.distribute.cluster_resolver
CLUSTER = {"worker": ["a:1", "b:2"], "chief": ["c:3"]}


def _config(monkeypatch: pytest.MonkeyPatch, **parts: Any) -> None:
    monkeypatch.setenv("TF_CONFIG", json.dumps(parts))


def test_tf_config(monkeypatch: pytest.MonkeyPatch) -> None:
    task = {"type": "worker", "index": 1}
    _config(monkeypatch, cluster=CLUSTER, task=task, rpc_layer="grpc")
    found = resolvers.TFConfigClusterResolver()
    assert found.cluster_spec().as_dict() == CLUSTER
    assert (found.task_type, found.task_id, found.environment) == ("worker", 1, None)
    assert found.master() == "grpc://b:2"
    assert found.master("worker", 0, "x") == "x://a:1"
    found.task_type, found.task_id, found.rpc_layer = "chief", 0, ""
    assert found.master() == "c:3"


def test_tf_config_that_says_less(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TF_CONFIG", raising=False)
    found = resolvers.TFConfigClusterResolver()
    assert not found.cluster_spec()
    assert (found.task_type, found.task_id, found.master()) == (None, None, "")
    _config(monkeypatch, session_master="named")
    assert found.master() == "named"
    monkeypatch.setenv("TF_CONFIG", "{bad")
    with pytest.raises(json.JSONDecodeError):
        found.cluster_spec()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "TF_CONFIG is no JSON: Expecting property name"),
        ("[]", r"TF_CONFIG must be an object of JSON, not \[\]"),
        ('{"task": ["worker", 0]}', "The task of TF_CONFIG must be an object"),
        ('{"task": {"index": "x"}}', "index of the task .* number, not 'x'"),
        ('{"task": {"index": [1]}}', r"index of the task .* number, not \[1\]"),
    ],
)
def test_a_tf_config_that_says_nonsense_is_named(
    monkeypatch: pytest.MonkeyPatch, text: str, message: str
) -> None:
    monkeypatch.setenv("TF_CONFIG", text)
    found = resolvers.TFConfigClusterResolver()
    with pytest.raises(ValueError, match=message):
        _ = found.task_id


def test_several_resolvers_are_one_cluster() -> None:
    spec = tf.train.ClusterSpec
    first = resolvers.SimpleClusterResolver(
        spec({"ps": ["p:1"], "worker": ["w:1", "w:2"]}),
        master="m",
        task_type="ps",
        task_id=0,
        environment="e",
        rpc_layer="grpc",
    )
    second = resolvers.SimpleClusterResolver(
        spec({"worker": ["w:9"], "chief": ["c:1"]})
    )
    both = resolvers.UnionResolver(first, second)
    workers = ["w:1", "w:2", "w:9"]
    expected = {"ps": ["p:1"], "worker": workers, "chief": ["c:1"]}
    assert both.cluster_spec().as_dict() == expected
    assert both.master() == "grpc://m"
    assert both.master("worker", 2) == "w:9"
    assert (both.task_type, both.task_id, both.environment) == ("ps", 0, "e")
    clash = resolvers.SimpleClusterResolver(spec({"ps": {0: "x:1", 2: "y:1"}}))
    with pytest.raises(KeyError, match="Duplicate"):
        resolvers.UnionResolver(first, clash).cluster_spec()
    with pytest.raises(TypeError, match="sub-class of `ClusterResolver"):
        resolvers.UnionResolver(3)
    with pytest.raises(ValueError, match="At least one"):
        resolvers.UnionResolver()
    with pytest.raises(TypeError, match="must be a `tf.train.ClusterSpec`"):
        resolvers.SimpleClusterResolver(CLUSTER)
    with pytest.raises(ValueError, match="No such job"):
        first.master("other", 0)


def _slurm(monkeypatch: pytest.MonkeyPatch, rank: int, tasks: str, nodes: str) -> None:
    monkeypatch.setenv("SLURM_PROCID", str(rank))
    monkeypatch.setenv("SLURM_STEP_TASKS_PER_NODE", tasks)
    monkeypatch.setenv("SLURM_STEP_NODELIST", nodes)
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)


def test_slurm(monkeypatch: pytest.MonkeyPatch) -> None:
    _slurm(monkeypatch, 1, "2,1", "n[1-2]")
    found = resolvers.SlurmClusterResolver({"worker": 2, "ps": 1})
    assert found.get_task_info() == (None, None)
    assert found.master() == ""
    assert found.cluster_spec().as_dict() == {
        "ps": ["n1:8888"],
        "worker": ["n1:8889", "n2:8888"],
    }
    assert found.get_task_info() == ("worker", 0)
    assert found.master() == "grpc://n1:8889"
    with pytest.raises(RuntimeError, match="Requested 9 tasks but only 3"):
        resolvers.SlurmClusterResolver({"worker": 9})


def test_slurm_shares_the_gpus_of_a_node(monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    _slurm(monkeypatch, 3, "2(x2)", "h[01-02]")
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "")
    found = resolvers.SlurmClusterResolver(gpus_per_node=4)
    assert found.num_accelerators() == {"GPU": 2}
    assert os.environ["CUDA_VISIBLE_DEVICES"] == "2,3"
    workers = ["h01:8888", "h01:8889", "h02:8888", "h02:8889"]
    assert found.cluster_spec().as_dict() == {"worker": workers}


@pytest.mark.parametrize("nodes", ["x[1-2]y", "a,,b", "n[x]"])
def test_odd_lists_of_nodes_are_refused(
    monkeypatch: pytest.MonkeyPatch, nodes: str
) -> None:
    _slurm(monkeypatch, 0, "1", nodes)
    with pytest.raises(ValueError, match="Invalid hostlist"):
        resolvers.SlurmClusterResolver()


def test_outside_of_slurm(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SLURM_PROCID", raising=False)
    with pytest.raises(RuntimeError, match="Not running inside a SLURM step"):
        resolvers.SlurmClusterResolver()


def _pod(name: str, address: str, phase: str = "Running") -> Any:
    status = SimpleNamespace(phase=phase, host_ip=address)
    return SimpleNamespace(metadata=SimpleNamespace(name=name), status=status)


class _Client:
    def __init__(self, *pods: Any) -> None:
        self._pods = pods

    def list_pod_for_all_namespaces(self, label_selector: str) -> Any:
        chosen = self._pods if label_selector == "job-name=tensorflow" else ()
        return SimpleNamespace(items=list(chosen))


def test_kubernetes() -> None:
    client = _Client(_pod("b", "10.0.0.2"), _pod("a", "10.0.0.1"))
    found = resolvers.KubernetesClusterResolver(override_client=client)
    workers = ["10.0.0.1:8470", "10.0.0.2:8470"]
    assert found.cluster_spec().as_dict() == {"worker": workers}
    assert found.master() == ""
    assert found.master("worker", 1) == "grpc://10.0.0.2:8470"
    waiting = _Client(_pod("b", "10.0.0.2", "Pending"))
    with pytest.raises(RuntimeError, match='Pod "b" is not running; phase: "Pending"'):
        resolvers.KubernetesClusterResolver(override_client=waiting).cluster_spec()


def test_a_union_takes_its_own_task_by_name() -> None:
    resolvers = tf.distribute.cluster_resolver
    one = resolvers.SimpleClusterResolver(
        tf.train.ClusterSpec({"worker": ["a:1"]}), task_type="worker", task_id=0
    )
    two = resolvers.SimpleClusterResolver(tf.train.ClusterSpec({"ps": ["c:2"]}))
    union = resolvers.UnionResolver(one, two, task_type="ps", task_id=0)
    assert (union.task_type, union.task_id) == ("ps", 0)
    assert resolvers.UnionResolver(one, two).task_type == "worker"
