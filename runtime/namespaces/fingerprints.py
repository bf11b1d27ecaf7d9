"""Fingerprints: hashes of the slices of a tensor."""

from __future__ import annotations

from runtime.apply import apply_single
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor


def fingerprint(
    data: TensorLike, method: str = "farmhash64", name: str | None = None
) -> Tensor:
    """Eight bytes for each slice along the first axis, by the hash FarmHash64.

    >>> tf.fingerprint(["a"]).shape
    TensorShape([1, 8])

    Raises:
      InvalidArgumentError: for a scalar, or another method.
    """
    values = convert_to_tensor(data, name="data")
    return apply_single("Fingerprint", [values, method], None, name)
