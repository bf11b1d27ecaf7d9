"""The context of functions that make input pipelines, and options."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any


class InputReplicationMode(Enum):
    """Whether one pipeline serves a worker, or each replica has its own."""

    PER_WORKER = "PER_WORKER"
    PER_REPLICA = "PER_REPLICA"


class InputContext:
    """The index of an input pipeline, and the numbers of pipelines and replicas.

    >>> tf.distribute.InputContext(num_replicas_in_sync=4).get_per_replica_batch_size(8)
    2
    """

    def __init__(
        self,
        num_input_pipelines: int = 1,
        input_pipeline_id: int = 0,
        num_replicas_in_sync: int = 1,
    ) -> None:
        self.num_input_pipelines = num_input_pipelines
        self.input_pipeline_id = input_pipeline_id
        self.num_replicas_in_sync = num_replicas_in_sync

    def get_per_replica_batch_size(self, global_batch_size: int) -> int:
        """The share of one replica.

        Raises:
          ValueError: if the replicas cannot share it evenly.
        """
        if global_batch_size % self.num_replicas_in_sync:
            raise ValueError(
                f"The `global_batch_size` {global_batch_size} is not divisible by "
                f"`num_replicas_in_sync` {self.num_replicas_in_sync} "
            )
        return global_batch_size // self.num_replicas_in_sync

    def __str__(self) -> str:
        return (
            f"tf.distribute.InputContext(input pipeline id {self.input_pipeline_id}, "
            f"total: {self.num_input_pipelines})"
        )


class ValueContext:
    """The index of the replica that a value is for, and the number of replicas."""

    def __init__(
        self, replica_id_in_sync_group: int = 0, num_replicas_in_sync: int = 1
    ) -> None:
        self.replica_id_in_sync_group = replica_id_in_sync_group
        self.num_replicas_in_sync = num_replicas_in_sync

    def __str__(self) -> str:
        return (
            "tf.distribute.ValueContext(replica id "
            f"{self.replica_id_in_sync_group},  total replicas in sync: "
            f"{self.num_replicas_in_sync})"
        )


@dataclass(frozen=True)
class InputOptions:
    """Options for the transfer of datasets to devices; without effect on one device."""

    experimental_fetch_to_device: bool | None = None
    experimental_replication_mode: InputReplicationMode = (
        InputReplicationMode.PER_WORKER
    )
    experimental_place_dataset_on_device: bool = False
    experimental_per_replica_buffer_size: int = 1


@dataclass(frozen=True)
class RunOptions:
    """Options for functions on TPUs; without effect elsewhere."""

    experimental_enable_dynamic_batch_size: bool = True
    experimental_bucketizing_dynamic_shape: bool = False
    experimental_xla_options: Any = None
