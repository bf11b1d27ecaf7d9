"""Texts that describe a slice of a tensor: ``"4 2 0,2:-"``.

The sizes of the whole, then by dimension start and length, or a dash for all of it.
"""

from __future__ import annotations

from dataclasses import dataclass

from graphir.errors import InvalidArgumentError
from runtime.bundles.slice_keys import Extent


@dataclass(frozen=True)
class SliceSpec:
    """A part of a tensor.

    >>> spec = slice_spec("4 2 1,2:-")
    >>> spec.whole, spec.extents, spec.shape
    ((4, 2), ((1, 2), (0, -1)), (2, 2))
    >>> str(spec)
    '4 2 1,2:-'
    """

    whole: tuple[int, ...]
    extents: tuple[Extent, ...]

    @property
    def place(self) -> tuple[slice, ...]:
        """The part as an index into the whole."""
        return tuple(
            slice(0, size) if length < 0 else slice(start, start + length)
            for (start, length), size in zip(self.extents, self.whole)
        )

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the part."""
        return tuple(each.stop - each.start for each in self.place)

    def __str__(self) -> str:
        sizes = "".join(f"{size} " for size in self.whole)
        parts = ("-" if n < 0 else f"{start},{n}" for start, n in self.extents)
        return sizes + ":".join(parts)


def slice_spec(text: str) -> SliceSpec:
    """The part that a text describes.

    Raises:
      InvalidArgumentError: for a text that describes no slice.
    """
    *sizes, places = text.split(" ")
    try:
        whole = tuple(map(int, sizes))
        extents = tuple(map(_extent, places.split(":")))
    except ValueError:
        whole, extents = (), ((0, 0),)
    made = SliceSpec(whole, extents)
    if len(whole) != len(extents) or not _fits(made):
        raise InvalidArgumentError(
            None, None, f"{text!r} describes no part of a tensor."
        )
    return made


def _extent(text: str) -> Extent:
    if text == "-":
        return 0, -1
    start, length = map(int, text.split(","))
    if start < 0 or length < 0:
        raise ValueError(text)
    return start, length


def _fits(spec: SliceSpec) -> bool:
    return all(
        place.stop <= size for place, size in zip(spec.place, spec.whole, strict=True)
    )


__all__ = ["SliceSpec", "slice_spec"]
