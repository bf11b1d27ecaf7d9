"""Unsupported features: preemption watchers."""

from __future__ import annotations

from runtime.namespaces.refusing import refused_class

PreemptionWatcher = refused_class(
    "distribute.experimental.PreemptionWatcher",
    "it watches the notices of a cloud's own service; PreemptionCheckpointHandler "
    "takes signals",
    "()",
)

__all__ = ["PreemptionWatcher"]
