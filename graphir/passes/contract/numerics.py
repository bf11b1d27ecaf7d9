"""The option ``numerics``: the exactness that rules of a pass must have."""

from __future__ import annotations

from typing import Final

from graphir.errors import PassError
from graphir.rewrite.rule import Exactness

LEVELS: Final = {
    "exact": (Exactness.EXACT,),
    "fast": tuple(Exactness),
}
"""``numerics`` option -> levels of exactness that may be used."""


def check_numerics(numerics: str) -> None:
    """Raises an error for an unknown level.

    Raises:
      PassError: naming the levels there are.
    """
    if numerics not in LEVELS:
        raise PassError(
            f"Option 'numerics' is one of {', '.join(LEVELS)}, not {numerics!r}."
        )
