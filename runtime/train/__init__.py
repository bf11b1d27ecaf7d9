"""`tf.train`: the messages that hold examples."""

from __future__ import annotations

from typing import Any

__all__ = [
    "BytesList",
    "Example",
    "Feature",
    "FeatureList",
    "FeatureLists",
    "Features",
    "FloatList",
    "Int64List",
    "SequenceExample",
]


def __getattr__(name: str) -> Any:
    # the classes are made, and protobuf imported, when first asked for
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from graphir.wire import messages

    return messages.get(name)


def __dir__() -> list[str]:
    return __all__
