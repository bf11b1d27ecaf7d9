"""Unsupported features: preemption watchers."""

from __future__ import annotations


class PreemptionWatcher:
    """A watcher for the preemption of a machine, which is not supported.

    Raises:
      NotImplementedError: always.
    """

    def __init__(self) -> None:
        raise NotImplementedError(
            "tf.distribute.experimental.PreemptionWatcher is not implemented."
        )


__all__ = ["PreemptionWatcher"]
