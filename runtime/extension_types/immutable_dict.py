"""ImmutableDict: the class of mappings in fields of extension types."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any


class ImmutableDict(Mapping[Any, Any]):
    """An immutable mapping.

    >>> from runtime.extension_types.immutable_dict import ImmutableDict
    >>> ImmutableDict({"a": 1})["a"]
    1
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._entries = dict(*args, **kwargs)

    def __getitem__(self, key: Any) -> Any:
        return self._entries[key]

    def __iter__(self) -> Iterator[Any]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        return f"ImmutableDict({self._entries!r})"

    def __hash__(self) -> int:
        return hash(tuple(sorted(self._entries.items())))
