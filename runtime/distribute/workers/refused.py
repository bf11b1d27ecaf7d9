"""Unsupported features: preemption watchers."""

from __future__ import annotations

from typing import Any

from runtime.tensors.likes import PathText


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


__all__ = ["PreemptionCheckpointHandler", "PreemptionWatcher"]
