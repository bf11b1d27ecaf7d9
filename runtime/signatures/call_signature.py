"""CallSignature: the types of a call's arguments, by which a trace is found."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

from runtime.signatures.dataclass_arguments import (
    is_record,
    with_fields,
)
from runtime.signatures.signature_text import SELF, Argument
from runtime.signatures.trace_differences import Difference, differences
from runtime.signatures.trace_types import (
    Container,
    Literal,
    TensorSpec,
    VariableSpec,
    WeakObject,
)
from runtime.tensors.structure import rebuild


@dataclass(frozen=True)
class CallSignature:
    """The trace types of a call's arguments: the key of the trace cache.

    >>> class_of = CallSignature((Argument("x", "POSITIONAL_OR_KEYWORD", Literal(1)),))
    >>> print(class_of.differences(CallSignature(()))[0].text)
    argument 'x' was not given
    """

    arguments: tuple[Argument, ...]
    place: Any = None
    """Where it is called, if that matters: `TRACE_PLACE`."""

    def is_subtype_of(self, other: CallSignature) -> bool:
        """Whether a trace with the other signature accepts calls of this signature."""
        if self.place != other.place:
            return False
        return self._names() == other._names() and all(
            mine.type.is_subtype_of(theirs.type)
            for mine, theirs in zip(self.arguments, other.arguments)
        )

    def generalized_with(self, other: CallSignature) -> CallSignature | None:
        """The most specific signature that accepts the calls of both, or None."""
        if self._names() != other._names() or self.place != other.place:
            return None
        arguments = []
        for mine, theirs in zip(self.arguments, other.arguments):
            common = mine.type.most_specific_common_supertype([theirs.type])
            if common is None:
                return None
            arguments.append(Argument(mine.name, mine.kind, common))
        return CallSignature(tuple(arguments), self.place)

    def differences(self, other: CallSignature) -> list[Difference]:
        """The arguments in which this signature differs from a trace's."""
        theirs = {each.name: each.type for each in other.arguments}
        found: list[Difference] = []
        for mine in self.arguments:
            if mine.name not in theirs:
                text = f"argument {mine.name!r} was not given"
                found.append(Difference(text, _SAME_ARGUMENTS))
            else:
                found += differences(mine.name, mine.type, theirs[mine.name])
        for name in sorted(theirs.keys() - {each.name for each in self.arguments}):
            text = f"argument {name!r} is left out"
            found.append(Difference(text, _SAME_ARGUMENTS))
        if not found and self.place != other.place:
            return [Difference("it is called in another replica", "")]
        return found or [Difference("arguments are passed in another way", "")]

    def structured(self) -> tuple[tuple[Any, ...], dict[str, Any]]:
        """Argument specs and values: a tuple of positional, a dict by keyword."""
        args = []
        kwargs = {}
        for argument in self.arguments:
            value = _value_of(argument.type, argument.name)
            if argument.kind == "KEYWORD_ONLY":
                kwargs[argument.name] = value
            elif argument.kind != SELF:
                args.append(value)
        return tuple(args), kwargs

    def _names(self) -> tuple[tuple[str, str], ...]:
        return tuple((each.name, each.kind) for each in self.arguments)

    def without_values(self) -> CallSignature:
        """The same signature, which keeps no argument alive."""
        return CallSignature(
            tuple(
                Argument(each.name, each.kind, each.type.without_values())
                if isinstance(each.type, Container)
                else each
                for each in self.arguments
            ),
            self.place,
        )

    def weak_references(self) -> list[Any]:
        """Weak references to the objects that the signature names."""
        return [each for x in self.arguments for each in _weak_references(x.type)]


_SAME_ARGUMENTS: Final = "pass the same arguments in every call"


def _weak_references(kind: Any) -> list[Any]:
    if isinstance(kind, (WeakObject, VariableSpec)):
        return [kind.reference]
    if isinstance(kind, Container):
        return [each for part in kind.parts for each in _weak_references(part)]
    return []


def _value_of(kind: Any, name: str) -> Any:
    if isinstance(kind, TensorSpec):
        return TensorSpec(kind.shape, kind.dtype, kind.name or name)
    if isinstance(kind, Container):
        labels = kind.labels or range(len(kind.parts))
        parts = [
            _value_of(p, f"{name}_{label}") for label, p in zip(labels, kind.parts)
        ]
        if is_record(kind.like):
            return with_fields(kind.like, parts)
        if kind.spec is not None:
            return kind.spec
        return rebuild(kind.like, parts)
    return getattr(kind, "value", kind)


__all__ = ["Argument", "CallSignature", "Literal", "TensorSpec"]
