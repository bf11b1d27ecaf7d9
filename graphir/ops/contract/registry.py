"""The op registry: declared ops by name, and the signatures of all others."""

from __future__ import annotations

from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Final

from graphir.attachments import Attached
from graphir.errors import UnknownOpError
from graphir.ops.contract.signature import Signature, parse_signature
from graphir.ops.contract.traits import parse_traits

if TYPE_CHECKING:
    from graphir.ops.contract.declaration import Op

_DECLARED: dict[str, type[Op]] = {}

_EARLIER: dict[str, type[Op]] = {}
"""Earlier name of an op -> its declaration, of which one by that name is made."""


def register(declaration: type[Op]) -> None:
    """Registers a declaration; called by ``Op`` itself.

    A module may declare its ops again: Ctrl-C may have interrupted its first import.

    Raises:
      TypeError: if the op is declared already, by another module.
    """
    name = declaration.__name__
    before = _DECLARED.get(name)
    if before is not None and before.__module__ != declaration.__module__:
        raise TypeError(f"Op {name} is declared twice.")
    _DECLARED[name] = declaration


def register_earlier_name(name: str, declaration: type[Op]) -> None:
    """Notes the name that an op had once; graphs that were written then have it."""
    _EARLIER[name] = declaration


def is_earlier_name(name: str) -> bool:
    """Whether an op had this name once and has another one now.

    >>> is_earlier_name("BatchCholesky"), is_earlier_name("Cholesky")
    (True, False)
    """
    _declare_all()
    return name in _EARLIER


def _by_earlier_name(name: str) -> type[Op] | None:
    declaration = _EARLIER.get(name)
    if declaration is None:
        return None
    return declaration.under_earlier_name(name, known_lines()[name])


_DECLARE_EVERYTHING: Attached[None] = Attached("declarations of all ops")


@cache
def _declare_all() -> None:
    _DECLARE_EVERYTHING()


def find(name: str) -> type[Op] | None:
    """The declaration of an op, or None."""
    found = _DECLARED.get(name)
    if found is None:
        _declare_all()
        found = _DECLARED.get(name) or _by_earlier_name(name)
    return found


def lookup(name: str) -> type[Op]:
    """The declaration of an op.

    Raises:
      UnknownOpError: if it is not declared; says whether its signature is known.
    """
    found = find(name)
    if found is None:
        if signature_of(name) is not None:
            raise UnknownOpError(f"Op {name!r} is known, but has no declaration here.")
        raise UnknownOpError(f"Op {name!r} is unknown.{did_you_mean(name)}")
    return found


def op_names() -> list[str]:
    """Every op that is known by now, in order; declares none.

    >>> "MatMul" in op_names(), "Matmul" in op_names()
    (True, False)
    """
    return sorted({*known_lines(), *_DECLARED})


def is_op(name: str) -> bool:
    """Whether an op of that name is known by now; declares none."""
    return name in _DECLARED or name in known_lines()


def did_you_mean(name: str) -> str:
    """A sentence with the op whose name is nearest; empty if none is near.

    >>> did_you_mean("Matmul")
    " Did you mean 'MatMul'?"
    """
    from difflib import get_close_matches

    close = get_close_matches(name, op_names(), n=1)
    return f" Did you mean {close[0]!r}?" if close else ""


def declared() -> tuple[type[Op], ...]:
    """Every declared op, by name."""
    _declare_all()
    for name in _EARLIER:
        find(name)
    return tuple(_DECLARED[name] for name in sorted(_DECLARED))


def signature_of(name: str) -> Signature | None:
    """The signature of a declared or known op, or None.

    >>> signature_of("Relu").outputs[0].name
    'activations'
    """
    found = find(name)
    if found is not None:
        return found.declared()
    return _known_signature(name)


def traits_of(name: str) -> frozenset[str] | None:
    """The traits of a declared or known op, or None."""
    found = find(name)
    return _known_traits(name) if found is None else found.all_traits()


def op_has(op: str, trait: str) -> bool:
    """Whether an op is known and has the trait.

    >>> op_has("Relu", "elementwise"), op_has("NobodyKnows", "elementwise")
    (True, False)
    """
    return trait in (known_traits(op) or ())


def known_traits(op: str) -> frozenset[str] | None:
    """The traits of a declared or known op, or None; quick for declared ops."""
    traits = _TRAITS.get(op)
    if traits is not None:
        return traits
    traits = traits_of(op)
    if traits is not None and op in _DECLARED:
        _TRAITS[op] = traits
    return traits


_TRAITS: Final[dict[str, frozenset[str]]] = {}
"""Declared op -> its traits, as far as was asked."""


@cache
def _known_signature(name: str) -> Signature | None:
    line = known_lines().get(name)
    return None if line is None else parse_signature(line)


@cache
def _known_traits(name: str) -> frozenset[str] | None:
    signature = _known_signature(name)
    if signature is None:
        own = _own_traits().get(name)
        return None if own is None else own | {"stateful"}
    return signature.traits | _own_traits().get(name, frozenset())


@cache
def _own_traits() -> dict[str, frozenset[str]]:
    """Traits of ours that ops without a declaration have."""
    text = resources.files("graphir.ops").joinpath("known_traits.txt").read_text()
    rows = (line.partition(" | ") for line in text.splitlines())
    return {name: parse_traits(traits) for name, _, traits in rows}


@cache
def known_lines() -> dict[str, str]:
    """The op list, one signature a line, by name; read on first use."""
    text = resources.files("graphir.ops").joinpath("known_signatures.txt").read_text()
    return {line.partition("(")[0]: line for line in text.splitlines()}
