"""How `check` stages functions: the stages that packages register, and their values."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

Stage = Callable[[Callable[..., Any]], Callable[..., Any]]
ENTRY_POINTS = "autograph.stages"
"""Under this name a package says what registers its stages, for `check` to find."""


class _RegisteredStage:
    """The stage of a runtime, for checks that are given none."""

    def __init__(self) -> None:
        self.stage: Stage | None = None
        self.components: Callable[[Any], Any] = _itself
        self.variables_of: Callable[[Any], dict[str, Any]] = _none
        self.is_same_refusal: Callable[[BaseException, BaseException], bool] = _never

    def get(self) -> Stage:
        """The registered stage; imported packages are asked to register theirs first.

        Raises:
            LookupError: no stage is registered.
        """
        self.ask()
        if self.stage is None:
            raise LookupError(
                "no stage is registered to check with: give stage=..., or call the "
                "check of a runtime, as tf.autograph.check"
            )
        return self.stage

    def ask(self) -> None:
        """Lets imported packages register their stages, if none has."""
        if self.stage is None:
            _ask_imported_packages()


def _itself(value: Any) -> Any:
    return value


def _none(value: Any) -> dict[str, Any]:
    return {}


def _never(plain: BaseException, staged: BaseException) -> bool:
    return False


registered = _RegisteredStage()


def register_check_stage(
    stage: Stage,
    components: Callable[[Any], Any] = _itself,
    variables_of: Callable[[Any], dict[str, Any]] = _none,
    is_same_refusal: Callable[[BaseException, BaseException], bool] = _never,
) -> None:
    """Let `check` stage functions with `stage(function)` unless it gets a stage.

    `components(value)` returns the parts of a composite value, and any other value
    unchanged. `variables_of(value)` returns the variables of an object, each with
    `numpy()` and `assign()`, by their path from the object; `{"": value}` for a
    variable itself. `is_same_refusal(plain, staged)` says whether two errors of
    different classes report the same mistake: a runtime may detect it earlier while
    recording, and raise another class.
    """
    registered.stage = stage
    registered.components = components
    registered.variables_of = variables_of
    registered.is_same_refusal = is_same_refusal


def _ask_imported_packages() -> None:
    """Lets packages register their stages that do so only when it is needed."""
    # an import of some milliseconds that nothing else needs
    from importlib.metadata import entry_points

    for point in entry_points(group=ENTRY_POINTS):
        if point.module.partition(".")[0] in sys.modules:
            point.load()()
