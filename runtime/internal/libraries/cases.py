"""`case` with predicates that may be Python bools, as libraries call it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.control_flow.conditionals import case
from runtime.tensors.composites import convert_to_tensor


def case_helper(
    cond_fn: Any,
    pred_fn_pairs: Any,
    default: Callable[[], Any] | None,
    exclusive: bool,
    name: str | None,
    allow_python_preds: bool = False,
    **cond_kwargs: Any,
) -> Any:
    """The result of the first function whose predicate holds.

    With ``allow_python_preds`` predicates may be Python bools: functions whose
    predicate is False are left out, and, unless ``exclusive``, a predicate that is True
    decides at once if all predicates before it are False.
    """
    pairs = pred_fn_pairs.items() if isinstance(pred_fn_pairs, dict) else pred_fn_pairs
    if not allow_python_preds:
        return case(list(pairs), default, exclusive, name=name or "case")
    kept: list[Any] = []
    for holds, function in pairs:
        if isinstance(holds, bool) or not hasattr(holds, "dtype"):
            if holds and not kept and not exclusive:
                return function()
            if not holds:
                continue
        kept.append((convert_to_tensor(holds), function))
    if not kept and default is not None:
        return default()
    return case(kept, default, exclusive, name=name or "case")


__all__ = ["case_helper"]
