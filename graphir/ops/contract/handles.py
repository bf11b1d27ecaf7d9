"""Kinds of handles: which resources and variants an op takes, and their check.

A handle is a Python object that keeps state, or a variant's value. An op declares the
kind of each handle that it takes; the class of a kind registers itself where it is
defined; and ``Op.bind`` adds the check of handles to the kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

from graphir.attributes import Attr
from graphir.errors import InternalError, InvalidArgumentError
from graphir.ops.contract.inference import group_inputs
from graphir.ops.contract.signature import Signature

KINDS: Final = {
    "variable": "a variable",
    "table": "a lookup table",
    "queue": "a queue",
    "array": "a tensor array",
    "list": "a tensor list",
    "dataset": "a dataset",
    "iterator": "an iterator",
    "iterator_state": "the state of an iterator",
    "optional": "an optional",
    "writer": "a summary writer",
    "seeds": "a seed generator",
    "shared_iterator": "an iterator for several devices",
    "cache": "a memory cache",
    "threads": "a thread pool",
    "statistics": "an aggregator of statistics",
    "stack": "a stack",
    "reader": "a reader",
    "accumulator": "an accumulator",
    "barrier": "a barrier",
    "map": "a tensor map",
    "rows": "a sparse matrix",
    "mutex": "a mutex",
    "mutex_lock": "a held lock of a mutex",
    "compressed": "a compressed element",
    "composite": "a composite tensor",
}
"""Kind -> what a message calls it."""

ANY: Final = "any"
"""The kind of a handle that may point to whatever there is."""

_CLASSES: Final[dict[str, tuple[type, ...]]] = {}
_KIND_OF: Final[dict[type, str]] = {}

Class = TypeVar("Class", bound=type)


def handle_class(*kinds: str) -> Callable[[Class], Class]:
    """Decorates the class of the objects behind handles of these kinds.

    Raises:
      KeyError: for a kind that is not listed here.
    """

    def name(cls: Class) -> Class:
        for kind in kinds:
            _CLASSES[kind] = (*_CLASSES.get(kind, ()), cls)
        _KIND_OF[cls] = " or ".join(KINDS[kind] for kind in kinds)
        return cls

    return name


def described(handle: Any) -> str:
    """The kind of a handle's resource, in words.

    >>> described(3)
    'an int'
    """
    for cls in type(handle).__mro__:
        if cls in _KIND_OF:
            return _KIND_OF[cls]
    name = type(handle).__name__
    return f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"


def require_kind(op: str, handle: Any, kind: str) -> None:
    """Refuses a handle of another kind, whose methods may have the same names.

    Raises:
      InvalidArgumentError: if the handle points to a resource of another kind.
    """
    if not isinstance(handle, _CLASSES[kind]):
        raise InvalidArgumentError(
            "Trying to access a handle's resource using the wrong type: the handle "
            f"points to {described(handle)}; {op} takes {KINDS[kind]}"
        )


def require_lists(act: str, *values: Any) -> None:
    """Refuses variants other than lists of tensors and optionals in ops of all dtypes.

    Raises:
      InternalError: as in TensorFlow, for a variant without the function ``act``.
    """
    for each in values:
        if not isinstance(each, (*_CLASSES["list"], *_CLASSES.get("optional", ()))):
            raise InternalError(
                None, None, f"There is no way to {act} a variant: {described(each)}."
            )


def kinds_of(signature: Signature, handles: str) -> dict[str, str]:
    """The kinds of the resources of all arguments that are handles, by argument.

    ``handles`` lists the kinds in the order of these arguments; the last kind also
    applies to all further arguments.

    Raises:
      TypeError: if an argument is a handle and ``handles`` has no kind, or an unknown
        one.
    """
    names = [each.name for each in signature.inputs if each.is_handle]
    given = handles.split()
    if names and (not given or not {*KINDS, ANY}.issuperset(given)):
        raise TypeError(
            f"Op {signature.name} takes handles: `handles=` must list their kinds, of "
            f"{', '.join(KINDS)} or {ANY}, not {handles!r}."
        )
    rest = [given[-1]] * (len(names) - len(given)) if names else []
    return dict(zip(names, [*given, *rest]))


Kernel = Callable[..., Any]


def checking_handles(
    signature: Signature, handles: str, attrs: Mapping[str, Attr], kernel: Kernel
) -> Kernel:
    """The kernel, after a check of the kinds of resources of its handles."""
    kinds = kinds_of(signature, handles)
    if not kinds or set(kinds.values()) == {ANY}:
        return kernel
    checks, count = _places(signature, attrs, kinds)
    return _checking(signature.name, kernel, checks, count)


def _places(
    signature: Signature, attrs: Mapping[str, Attr], kinds: Mapping[str, str]
) -> tuple[list[tuple[int, str]], int]:
    """The places of handles among the flat inputs, with kinds; how many inputs."""
    count = 0
    for arg in signature.inputs:
        sizes = attrs[arg.number_attr or arg.type_name] if arg.is_list else 1
        count += sizes if isinstance(sizes, int) else len(sizes)
    checks: list[tuple[int, str]] = []
    grouped = group_inputs(signature, attrs, range(count))
    for arg, places in zip(signature.inputs, grouped, strict=True):
        kind = kinds.get(arg.name, ANY)
        if kind != ANY:
            several = places if isinstance(places, list) else [places]
            checks += [(place, kind) for place in several]
    return checks, count


def _checking(
    op: str, kernel: Kernel, checks: Sequence[tuple[int, str]], count: int
) -> Kernel:
    if [place for place, _ in checks] != [0] or count > len(_OF_ONE):
        return _of_several(op, kernel, checks)
    kind = checks[0][1]
    return _OF_ONE[count - 1](op, kernel, kind, _CLASSES[kind])


def _of_several(op: str, kernel: Kernel, checks: Sequence[tuple[int, str]]) -> Kernel:
    checked = [(place, kind, _CLASSES[kind]) for place, kind in checks]

    def run(*flat: Any) -> Any:
        for place, kind, classes in checked:
            if not isinstance(flat[place], classes):
                require_kind(op, flat[place], kind)
        return kernel(*flat)

    return run


# most ops take one handle, first, and few tensors: calls with their number of
# arguments written out take half the time


def _of_one(op: str, kernel: Kernel, kind: str, classes: tuple[type, ...]) -> Kernel:
    def run(handle: Any) -> Any:
        if not isinstance(handle, classes):
            require_kind(op, handle, kind)
        return kernel(handle)

    return run


def _of_two(op: str, kernel: Kernel, kind: str, classes: tuple[type, ...]) -> Kernel:
    def run(handle: Any, second: Any) -> Any:
        if not isinstance(handle, classes):
            require_kind(op, handle, kind)
        return kernel(handle, second)

    return run


def _of_three(op: str, kernel: Kernel, kind: str, classes: tuple[type, ...]) -> Kernel:
    def run(handle: Any, second: Any, third: Any) -> Any:
        if not isinstance(handle, classes):
            require_kind(op, handle, kind)
        return kernel(handle, second, third)

    return run


_OF_ONE: Final = (_of_one, _of_two, _of_three)
"""By the number of inputs less one: the check of the first."""
