"""Resources that nodes share by name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from graphir.attributes import Attr
from runtime.stateful_kernels.variables import current_resources

Kind = TypeVar("Kind")


def shared(
    attrs: Mapping[str, Attr], kind: type[Kind], make: Callable[[], Kind]
) -> Kind:
    """The resource of a node's shared name, created if missing; new without a name."""
    name, container = attrs.get("shared_name", b""), attrs.get("container", b"")
    if not name:
        return make()
    found: Kind = current_resources().find_or_make(container, name, kind, make)
    return found
