"""Ops by name: the declared ones, and the signatures of all others."""

from __future__ import annotations

from functools import cache
from importlib import import_module, resources
from typing import TYPE_CHECKING

from graphir.errors import UnknownOpError
from graphir.ops.signature import Signature, parse_signature

if TYPE_CHECKING:
    from graphir.ops.declaration import Op

_DECLARED: dict[str, type[Op]] = {}


def register(declaration: type[Op]) -> None:
    """Notes a declaration; called by ``Op`` itself.

    Raises:
      TypeError: if the op is declared already.
    """
    name = declaration.__name__
    if name in _DECLARED:
        raise TypeError(f"Op {name} is declared twice.")
    _DECLARED[name] = declaration


_complete: list[bool] = []


def _declare_all() -> None:
    # by name: this module stands below those that it brings in
    import_module("graphir.ops.everything")
    _complete.append(True)


def find(name: str) -> type[Op] | None:
    """The declaration of an op, or None."""
    found = _DECLARED.get(name)
    if found is None and not _complete:
        _declare_all()
        found = _DECLARED.get(name)
    return found


def lookup(name: str) -> type[Op]:
    """The declaration of an op.

    Raises:
      UnknownOpError: if it is not declared; says whether its signature is known.
    """
    found = find(name)
    if found is None:
        known = (
            "is known, but has no declaration here"
            if signature_of(name)
            else "is unknown"
        )
        raise UnknownOpError(f"Op {name!r} {known}.")
    return found


def declared() -> tuple[type[Op], ...]:
    """Every declared op, by name."""
    _declare_all()
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
    if found is not None:
        return found.all_traits()
    signature = _known_signature(name)
    return None if signature is None else signature.traits


@cache
def _known_signature(name: str) -> Signature | None:
    line = known_lines().get(name)
    return None if line is None else parse_signature(line)


@cache
def known_lines() -> dict[str, str]:
    """The op list, a line of signature each, by name; read on first use."""
    text = resources.files("graphir.ops").joinpath("known_signatures.txt").read_text()
    return {line.partition("(")[0]: line for line in text.splitlines()}
