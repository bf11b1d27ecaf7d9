"""Unsupported features: servers of TensorFlow's runtime, preemption watchers."""

from __future__ import annotations

from typing import Any

from runtime.tensors.likes import PathText


class Server:
    """A process that waits for work of others, which is refused.

    Raises:
      NotImplementedError: always; no process computes for another.
    """

    def __init__(
        self,
        server_or_cluster_def: Any,
        job_name: str | None = None,
        task_index: int | None = None,
        protocol: str | None = None,
        config: Any = None,
        start: bool = True,
    ) -> None:
        raise NotImplementedError(
            "tf.distribute.Server: no process computes for another here. Workers of "
            "`tf.distribute.ParameterServerStrategy` are threads of its process; "
            "`tf.distribute.MultiWorkerMirroredStrategy` needs no server."
        )


class PreemptionCheckpointHandler:
    """A checkpoint at the preemption of a machine, which is not supported.

    Raises:
      NotImplementedError: always; save in each epoch, or with Ray's failure config.
    """

    def __init__(
        self,
        cluster_resolver: Any,
        checkpoint_or_checkpoint_manager: Any,
        checkpoint_dir: PathText | None = None,
        termination_config: Any = None,
    ) -> None:
        raise NotImplementedError(
            "tf.distribute.experimental.PreemptionCheckpointHandler is not "
            "implemented: save checkpoints as training goes on."
        )


class PreemptionWatcher:
    """A watcher for the preemption of a machine, which is not supported.

    Raises:
      NotImplementedError: always.
    """

    def __init__(self) -> None:
        raise NotImplementedError(
            "tf.distribute.experimental.PreemptionWatcher is not implemented."
        )


__all__ = ["PreemptionCheckpointHandler", "PreemptionWatcher", "Server"]
