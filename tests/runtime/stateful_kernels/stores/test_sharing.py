"""Resources under the names of nodes."""

from __future__ import annotations

from typing import Any

from runtime.stateful_kernels.stores.sharing import shared


class Thing:
    """A resource."""


def found(**attrs: Any) -> Thing:
    return shared(attrs, Thing, Thing)


def test_one_for_each_name_in_a_container_and_new_ones_without_a_name() -> None:
    named = {"shared_name": b"thing", "container": b"test_sharing"}
    assert found(**named) is found(**named)
    assert found(**named) is not found(**{**named, "shared_name": b"other"})
    assert found(**named) is not found(**{**named, "container": b"elsewhere"})
    assert found(container=b"test_sharing") is not found(container=b"test_sharing")
