"""Hints about an operator: self-adjoint, positive definite, square, non-singular."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Hints:
    """Hints about a matrix; None means that the property is unknown."""

    is_non_singular: bool | None = None
    is_self_adjoint: bool | None = None
    is_positive_definite: bool | None = None
    is_square: bool | None = None

    def checked(self) -> Hints:
        """The hints, completed by their implications.

        Raises:
          ValueError: if one contradicts another.
        """
        square, regular = self.is_square, self.is_non_singular
        if self.is_self_adjoint and square is False:
            raise ValueError("A self-adjoint operator is always square.")
        if self.is_positive_definite and regular is False:
            raise ValueError("A positive definite matrix is always non-singular.")
        if regular and square is False:
            raise ValueError("A non-singular operator is always square.")
        if self.is_positive_definite:
            regular = True
        if regular or self.is_self_adjoint:
            square = True
        return Hints(regular, self.is_self_adjoint, self.is_positive_definite, square)
