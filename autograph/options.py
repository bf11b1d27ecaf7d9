"""Conversion options: `Feature` and `ConversionOptions`."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from typing import ClassVar

__all__ = ["ConversionOptions", "Feature"]


class Feature(enum.Enum):
    """Optional language features; all are off by default.

    >>> ConversionOptions(optional_features=Feature.LISTS).uses(Feature.LISTS)
    True
    """

    ALL = "ALL"
    AUTO_CONTROL_DEPS = "AUTO_CONTROL_DEPS"
    ASSERT_STATEMENTS = "ASSERT_STATEMENTS"
    BUILTIN_FUNCTIONS = "BUILTIN_FUNCTIONS"
    EQUALITY_OPERATORS = "EQUALITY_OPERATORS"
    LISTS = "LISTS"
    NAME_SCOPES = "NAME_SCOPES"

    @classmethod
    def all(cls) -> tuple[Feature, ...]:
        """Every feature, `ALL` included, in the order of declaration."""
        return tuple(cls)

    @classmethod
    def all_but(cls, exclude: Feature | Iterable[Feature]) -> tuple[Feature, ...]:
        """Every single feature except `exclude` and `ALL`."""
        excluded = {*_as_features(exclude), cls.ALL}
        return tuple(feature for feature in cls if feature not in excluded)


_POSITION = {feature: index for index, feature in enumerate(Feature)}


def _as_features(value: Feature | Iterable[Feature] | None) -> tuple[Feature, ...]:
    """The features in `value`, without repetition, in the order of declaration."""
    if value is None:
        return ()
    given = (value,) if isinstance(value, Feature) else tuple(value)
    for feature in given:
        if not isinstance(feature, Feature):
            raise TypeError(
                f"optional_features: expected members of autograph.Feature, got "
                f"{feature!r} of type {type(feature).__name__}"
            )
    return tuple(sorted(set(given), key=_POSITION.__getitem__))


class ConversionOptions:
    """How one function is converted; hashable, and part of the cache key.

    `recursive` converts the functions it calls too; `user_requested` marks the function
    for which the user asked for conversion (not its callees);
    `internal_convert_user_code` allows the conversion of calls inside it.

    >>> options = ConversionOptions(user_requested=True)
    >>> options.call_options().user_requested
    False
    """

    __slots__ = (
        "internal_convert_user_code",
        "optional_features",
        "recursive",
        "user_requested",
    )

    recursive: bool
    user_requested: bool
    optional_features: tuple[Feature, ...]
    internal_convert_user_code: bool

    _made: ClassVar[dict[tuple[object, ...], ConversionOptions]] = {}

    def __new__(
        cls,
        recursive: bool = True,
        user_requested: bool = False,
        optional_features: Feature | Iterable[Feature] | None = (),
        internal_convert_user_code: bool = True,
    ) -> ConversionOptions:
        features = _as_features(optional_features)
        key = (recursive, user_requested, features, internal_convert_user_code)
        # One object for equal options: they are compared at each converted call.
        found = cls._made.get(key)
        if found is not None:
            return found
        made = super().__new__(cls)
        write = object.__setattr__
        write(made, "recursive", recursive)
        write(made, "user_requested", user_requested)
        write(made, "optional_features", features)
        write(made, "internal_convert_user_code", internal_convert_user_code)
        return cls._made.setdefault(key, made)

    def __reduce__(self) -> tuple[type[ConversionOptions], tuple[object, ...]]:
        return ConversionOptions, (
            self.recursive,
            self.user_requested,
            self.optional_features,
            self.internal_convert_user_code,
        )

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"ConversionOptions is immutable; cannot set {name!r}")

    def __repr__(self) -> str:
        return self.to_source().removeprefix("ag__.")

    def call_options(self) -> ConversionOptions:
        """The options under which functions called by the converted one convert."""
        return ConversionOptions(
            recursive=self.recursive,
            optional_features=self.optional_features,
            internal_convert_user_code=self.recursive,
        )

    def uses(self, feature: Feature) -> bool:
        """Whether `feature` is on, by its own name or by `Feature.ALL`."""
        features = self.optional_features
        return feature in features or Feature.ALL in features

    def to_source(self) -> str:
        """The expression that rebuilds these options inside generated code."""
        names = [f"ag__.{feature}" for feature in self.optional_features]
        features = names[0] if len(names) == 1 else f"({', '.join(names)})"
        return (
            f"ag__.ConversionOptions(recursive={self.recursive}, "
            f"user_requested={self.user_requested}, "
            f"optional_features={features}, "
            f"internal_convert_user_code={self.internal_convert_user_code})"
        )
