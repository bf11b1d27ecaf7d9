"""Terms of convolutions: windows over images, times a filter or a gradient."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from runtime.native.terms.terms import Called, Term


@dataclass(frozen=True, slots=True)
class Windows:
    """How windows go over the two spatial axes of images, channels last."""

    images: tuple[int, int, int, int]
    """Number, height, width, channels."""
    sizes: tuple[int, int]
    counts: tuple[int, int]
    """The number of windows along the height and the width of an image."""
    strides: tuple[int, int]
    dilations: tuple[int, int]
    margins: tuple[int, int]
    """Zeros above the image and to its left."""

    @property
    def width(self) -> int:
        """The elements of a window."""
        return math.prod(self.sizes) * self.images[3]

    @property
    def rows(self) -> int:
        """The rows of windows in all images."""
        return self.images[0] * self.counts[0]

    @property
    def are_pixels(self) -> bool:
        """Whether each window is one pixel of the images."""
        is_small = self.sizes == self.strides == (1, 1) and self.margins == (0, 0)
        return is_small and self.counts == self.images[1:3]


@dataclass(eq=False, slots=True)
class Convolution(Called):
    """Windows of images times a filter: a matrix with a row for each place in one."""

    windows: Windows = field(kw_only=True)
    images: Term = field(kw_only=True)
    filter: Term = field(kw_only=True)

    @property
    def multiplications(self) -> int:
        return self.size * self.windows.width

    def sources(self) -> Sequence[Term]:
        return (self.images, self.filter)


@dataclass(eq=False, slots=True)
class FilterParts(Called):
    """Windows of images times the gradients of their products, for blocks of rows.

    The sum over the first axis is the filter's gradient.
    """

    windows: Windows = field(kw_only=True)
    images: Term = field(kw_only=True)
    gradient: Term = field(kw_only=True)

    @property
    def multiplications(self) -> int:
        return self.gradient.size * self.windows.width

    def sources(self) -> Sequence[Term]:
        return (self.images, self.gradient)


@dataclass(eq=False, slots=True)
class Depthwise(Called):
    """Windows of each channel times the channel's own filter.

    With ``is_back`` it is the input gradient: ``images`` holds the gradients of the
    results, and each pixel sums over the windows that contain it.
    """

    windows: Windows = field(kw_only=True)
    images: Term = field(kw_only=True)
    filter: Term = field(kw_only=True)
    is_back: bool = field(kw_only=True)

    @property
    def multiplications(self) -> int:
        size = math.prod((*self.windows.sizes, *self.windows.counts))
        return size * self.windows.images[0] * self.windows.images[3]

    def sources(self) -> Sequence[Term]:
        return (self.images, self.filter)


@dataclass(eq=False, slots=True)
class DepthwiseParts(Called):
    """Windows of each channel times gradients, for blocks of rows.

    The sum over the first axis is the filters' gradient.
    """

    windows: Windows = field(kw_only=True)
    images: Term = field(kw_only=True)
    gradient: Term = field(kw_only=True)

    @property
    def multiplications(self) -> int:
        return self.gradient.size * math.prod(self.windows.sizes)

    def sources(self) -> Sequence[Term]:
        return (self.images, self.gradient)
