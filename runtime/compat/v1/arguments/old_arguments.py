"""Functions of version 2 with the order and the names that arguments had before."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

_NO_NAMES: Final[Mapping[str, str]] = {}
_REQUIRED: Final = inspect.Parameter.empty


def with_old_arguments(
    function: Callable[..., Any],
    order: str,
    old_names: Mapping[str, str] = _NO_NAMES,
    **fixed: Any,
) -> Callable[..., Any]:
    """A function whose arguments stand in an earlier order, some under earlier names.

    ``order`` lists the argument names; ``old_names`` maps earlier names to names of
    ``function``'s arguments. An argument with two names may be passed under either; its
    default is None. Arguments that are None get the default of ``function``. ``fixed``
    arguments are always passed.

    >>> def scale(x, by=1, name=None):
    ...     return x * by
    >>> earlier = with_old_arguments(scale, "x name factor", {"factor": "by"})
    >>> earlier(3, None, 2), earlier(3)
    (6, 3)
    """
    shown = inspect.signature(function)
    known = shown.parameters
    names = order.split()
    signature = inspect.Signature(
        list(_parameters(names, old_names, known)),
        return_annotation=shown.return_annotation,
    )

    def call(*args: Any, **kwargs: Any) -> Any:
        given: dict[str, Any] = {}
        seen: dict[str, str] = {}
        for name, value in signature.bind(*args, **kwargs).arguments.items():
            target = old_names.get(name, name)
            if value is None and known[target].default is not _REQUIRED:
                continue
            old = name if name != target else seen.get(target)
            if value is not None and given.get(target) is not None:
                raise ValueError(f"Cannot specify both '{old}' and '{target}'.")
            if given.get(target) is None:
                given[target] = value
                seen[target] = name
        return function(**given, **fixed)

    call.__name__ = call.__qualname__ = function.__name__
    call.__doc__ = (
        f"`{function.__name__}` with the arguments of version 1: "
        f"{', '.join(names)}.\n\n"
        "    Raises:\n      ValueError: if an argument is passed under two names.\n    "
    )
    call.__signature__ = signature  # type: ignore[attr-defined]  # read by inspect
    return call


def _parameters(
    names: list[str],
    old_names: Mapping[str, str],
    known: Mapping[str, inspect.Parameter],
) -> Iterator[inspect.Parameter]:
    """The parameters of the earlier function: what is required comes first."""
    targets = [old_names.get(name, name) for name in names]
    all_given = True
    for name, target in zip(names, targets):
        default = known[target].default
        type_text = known[target].annotation
        if (default is _REQUIRED and (targets.count(target) > 1 or not all_given)) or (
            target != name and default is not _REQUIRED
        ):
            default = None
            if type_text is not _REQUIRED and "None" not in type_text:
                type_text = f"{type_text} | None"
        all_given = all_given and default is _REQUIRED
        kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
        yield inspect.Parameter(name, kind, default=default, annotation=type_text)


__all__ = ["with_old_arguments"]
