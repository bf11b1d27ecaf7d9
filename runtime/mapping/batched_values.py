"""`tf.map_fn` over extension types, stacked and unstacked by their batch encoders."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from runtime.extension_types.batching import encoder_of
from runtime.tensors.structure import flatten, pack
from runtime.tensors.type_spec import TypeSpec


def has_extension_type(leaves: list[Any]) -> bool:
    """Whether a leaf is an extension type or the spec of an extension type."""
    return any(hasattr(type(each), "__tf_composition__") for each in leaves)


def map_encoded(
    mapper: Callable[..., Any], fn: Callable[..., Any], elems: Any, signature: Any
) -> Any:
    """Applies ``mapper`` to the encoded tensors of the values.

    Raises:
      TypeError: for values that cannot be stacked.
    """
    given = flatten(elems, composites=False)
    rows = [_row_of(each) for each in given]
    wanted = pack(elems, rows, composites=False) if signature is None else signature
    made = [_checked(each, "produce") for each in flatten(wanted, composites=False)]

    def encoded_fn(parts: Any) -> list[Any]:
        values = list(map(_decoded, rows, parts))
        result = fn(pack(elems, values, composites=False))
        found = flatten(result, composites=False)
        if len(found) != len(made):
            raise ValueError(
                f"`fn` gave {len(found)} results, but {len(made)} were declared by "
                "`fn_output_signature` (or `elems`)."
            )
        return list(map(_encoded, found))

    encoded = [_encoded(each, 1) for each in given]
    specs = [_encoding_specs(each) for each in made]
    stacked = mapper(encoded_fn, encoded, fn_output_signature=specs)
    size = _length_of(encoded)
    whole = [_decoded(_batched(spec, size), each) for spec, each in zip(made, stacked)]
    return pack(wanted, whole, composites=False)


def _checked(leaf: Any, verb: str) -> Any:
    """A leaf that can be stacked.

    Raises:
      TypeError: for one that cannot.
    """
    if hasattr(type(leaf), "__tf_composition__") and encoder_of(leaf) is None:
        spec = leaf if isinstance(leaf, TypeSpec) else leaf._type_spec
        noun = "inputs" if verb == "consume" else "values"
        raise TypeError(f"map_fn can not {verb} {spec} {noun}: got {leaf}")
    return leaf


def _row_of(leaf: Any) -> Any:
    """The spec of the elements of an extension type; other leaves as they are."""
    _checked(leaf, "consume")
    if encoder_of(leaf) is None:
        return getattr(leaf, "_type_spec", leaf)
    return encoder_of(leaf).unbatch(leaf._type_spec)


def _encoded(leaf: Any, minimum_rank: int = 0) -> Any:
    encoder = encoder_of(leaf)
    if encoder is None:
        return leaf
    return list(encoder.encode(leaf._type_spec, leaf, minimum_rank))


def _encoding_specs(spec: Any) -> Any:
    encoder = encoder_of(spec)
    return spec if encoder is None else list(encoder.encoding_specs(spec))


def _decoded(spec: Any, parts: Any) -> Any:
    encoder = encoder_of(spec)
    return parts if encoder is None else encoder.decode(spec, parts)


def _batched(spec: Any, size: int | None) -> Any:
    encoder = encoder_of(spec)
    return spec if encoder is None else encoder.batch(spec, size)


def _length_of(encoded: list[Any]) -> int | None:
    for each in flatten(encoded, composites=False):
        shape = getattr(each, "shape", None)
        if shape is not None and shape.rank:
            size: int | None = shape[0]
            return size
    return None


__all__ = ["has_extension_type", "map_encoded"]
