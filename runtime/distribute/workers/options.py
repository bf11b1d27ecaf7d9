"""Options of communication between processes: ``tf.distribute.experimental``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final

AUTOMATIC_BUCKET: Final = 2**22
"""Bytes of a bucket unless options say: what shared memory takes at once."""


class CommunicationImplementation(Enum):
    """The means of transport; here always a ring of sockets, or shared memory.

    >>> tf.distribute.experimental.CommunicationImplementation.RING
    <CommunicationImplementation.RING: 'RING'>
    """

    AUTO = "AUTO"
    RING = "RING"
    NCCL = "NCCL"


CollectiveCommunication = CommunicationImplementation


@dataclass(frozen=True)
class CommunicationOptions:
    """Options for the exchange of gradients.

    Args:
      bytes_per_pack: the size of a bucket of gradients; 0 leaves it to us.
      timeout_seconds: how long a collective may take; None for ever.
      implementation: without effect; there is one.

    >>> options = tf.distribute.experimental.CommunicationOptions(timeout_seconds=60.0)
    >>> options.bytes_per_pack, options.timeout_seconds
    (0, 60.0)

    Raises:
      ValueError: for a negative size, or an implementation of another type.
    """

    bytes_per_pack: int = 0
    timeout_seconds: float | None = None
    implementation: CommunicationImplementation = CommunicationImplementation.AUTO

    def __post_init__(self) -> None:
        if self.bytes_per_pack < 0:
            raise ValueError(f"bytes_per_pack must be >=0, got {self.bytes_per_pack}")
        if isinstance(self.implementation, str):
            name = self.implementation.upper()
            found = CommunicationImplementation(name)
            object.__setattr__(self, "implementation", found)
        elif not isinstance(self.implementation, CommunicationImplementation):
            raise ValueError(
                "implementation should be either of "
                "`tf.distribute.experimental.CommunicationImplementation`, got "
                f"{self.implementation!r}"
            )

    @property
    def bucket_size(self) -> int:
        """The bytes of a bucket."""
        return self.bytes_per_pack or AUTOMATIC_BUCKET


@dataclass(frozen=True)
class CollectiveHints(CommunicationOptions):
    """An earlier name of `CommunicationOptions`, without an implementation."""


class TerminationConfig:
    """The reaction of a program to the announced end of its machine.

    ``termination_watcher_fn`` says whether it is, ``exit_fn`` ends the program,
    ``save_fn`` saves, and ``grace_period`` is in seconds; None is the handler's choice.

    >>> tf.distribute.experimental.TerminationConfig(grace_period=30).grace_period
    30
    """

    def __init__(
        self,
        termination_watcher_fn: Callable[[], bool] | None = None,
        exit_fn: Callable[[], None] | None = None,
        grace_period: float | None = None,
        save_fn: Callable[[], None] | None = None,
    ) -> None:
        self.termination_watcher_fn = termination_watcher_fn
        self.exit_fn = exit_fn
        self.grace_period = grace_period
        self.save_fn = save_fn


__all__ = [
    "CollectiveCommunication",
    "CollectiveHints",
    "CommunicationImplementation",
    "CommunicationOptions",
]
