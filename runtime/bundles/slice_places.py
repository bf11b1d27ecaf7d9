"""Places of slices in a tensor, and what two of them share."""

from __future__ import annotations

from collections.abc import Sequence

Place = tuple[slice, ...]
"""A start and a stop for each axis, within the tensor."""


def common(one: Place, other: Place) -> Place | None:
    """What two parts share; None where they share nothing.

    >>> common((slice(0, 3),), (slice(2, 5),))
    (slice(2, 3, None),)
    """
    found = tuple(
        slice(max(a.start, b.start), min(a.stop, b.stop)) for a, b in zip(one, other)
    )
    return None if any(each.start >= each.stop for each in found) else found


def within(inner: Place, place: Place) -> Place:
    """A part of a part as an index into that.

    >>> within((slice(2, 3),), (slice(1, 5),))
    (slice(1, 2, None),)
    """
    return tuple(
        slice(a.start - b.start, a.stop - b.start) for a, b in zip(inner, place)
    )


def overlap(places: Sequence[Place]) -> bool:
    """Whether two of the parts share an element.

    >>> overlap([(slice(0, 2),), (slice(2, 4),)]), overlap([(slice(0, 2),)] * 2)
    (False, True)
    """
    if len(places) < 2:
        return False
    axes = range(len(places[0]))
    if not axes:
        return True  # of one number there are no parts
    # the axis that divides them most: few follow a part before it ends there
    axis = max(axes, key=lambda each: len({place[each].start for place in places}))
    ordered = sorted(places, key=lambda place: place[axis].start)
    for number, place in enumerate(ordered):
        for later in ordered[number + 1 :]:
            if later[axis].start >= place[axis].stop:
                break
            if common(place, later) is not None:
                return True
    return False


__all__ = ["Place", "common", "overlap", "within"]
