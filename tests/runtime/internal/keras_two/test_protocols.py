"""Messages by the names that libraries import."""

from __future__ import annotations

import pytest

from runtime.internal.keras_two import protocols


@pytest.mark.parametrize(
    "name", ["AttrValue", "Event", "GraphDef", "NodeDef", "Summary"]
)
def test_messages_are_written_and_read(name: str) -> None:
    kind = getattr(protocols, name)
    assert kind.FromString(kind().SerializeToString()) == kind()


def test_what_is_not_there() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'Nobody'"):
        protocols.Nobody  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(NotImplementedError, match="no clusters of processes"):
        protocols.ClusterDef()
