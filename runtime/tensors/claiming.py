"""Values whose class defines the results of ops and functions on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


class ClaimsOps:
    """A base class of values that define the results of ops and functions on them."""

    __slots__ = ()

    @classmethod
    def apply(
        cls, op: str, inputs: Sequence[Any], attrs: Mapping[str, Any], name: str | None
    ) -> Any:
        """The result of an op with a value of this class among its arguments.

        Raises:
          ValueError: if the op does not support values of this class.
        """
        raise NotImplementedError(f"{cls.__name__} does not define apply.")

    @classmethod
    def called(cls, concrete: Any, given: Sequence[Any], result: Any) -> Any:
        """The final result of a traced function with a value of this class as input."""
        return result


def claimant_within(inputs: Sequence[Any]) -> type[ClaimsOps] | None:
    """The class of the first `ClaimsOps` among the arguments of an op, or None."""
    for each in inputs:
        if isinstance(each, ClaimsOps):
            return type(each)
        if isinstance(each, (list, tuple)):
            found = claimant_within(each)
            if found is not None:
                return found
    return None


__all__ = ["ClaimsOps", "claimant_within"]
