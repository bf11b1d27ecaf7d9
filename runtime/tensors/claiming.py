"""Values whose class says what ops and functions do with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


class ClaimsOps:
    """A value that takes part in an op, or is given to a function, in its own way."""

    __slots__ = ()

    @classmethod
    def apply(
        cls, op: str, inputs: Sequence[Any], attrs: Mapping[str, Any], name: str | None
    ) -> Any:
        """The result of an op that has such a value among its arguments.

        Raises:
          ValueError: if the op is not for such values.
        """
        raise NotImplementedError

    @classmethod
    def called(cls, concrete: Any, given: Sequence[Any], result: Any) -> Any:
        """What a traced function gives that had such a value among its inputs."""
        return result


def claimant_within(inputs: Sequence[Any]) -> type[ClaimsOps] | None:
    """The class of the first such value among the arguments of an op, or None."""
    for each in inputs:
        if isinstance(each, ClaimsOps):
            return type(each)
        if isinstance(each, (list, tuple)):
            found = claimant_within(each)
            if found is not None:
                return found
    return None


__all__ = ["ClaimsOps", "claimant_within"]
