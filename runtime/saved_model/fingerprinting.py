"""The fingerprint of a SavedModel: hashes by which two can be told apart."""

from __future__ import annotations

import os
from typing import Any, Final

from graphir.errors import DataLossError, ParseError
from graphir.wire import messages
from runtime.tensors.likes import PathText

FILE: Final = "fingerprint.pb"
_HASHES: Final = (
    "graph_def_program_hash",
    "signature_def_hash",
    "saved_object_graph_hash",
    "checkpoint_hash",
)


class Fingerprint:
    """Hashes of a SavedModel, of 64 bits.

    >>> first = tf.saved_model.experimental.Fingerprint(1, 2, 3, 4, 5)
    >>> first.singleprint()
    '2/3/4/5'
    """

    def __init__(
        self,
        saved_model_checksum: int | None = None,
        graph_def_program_hash: int | None = None,
        signature_def_hash: int | None = None,
        saved_object_graph_hash: int | None = None,
        checkpoint_hash: int | None = None,
        version: Any = None,
    ) -> None:
        self.saved_model_checksum = saved_model_checksum
        self.graph_def_program_hash = graph_def_program_hash
        self.signature_def_hash = signature_def_hash
        self.saved_object_graph_hash = saved_object_graph_hash
        self.checkpoint_hash = checkpoint_hash
        self.version = version

    @classmethod
    def from_proto(cls, proto: Any) -> Fingerprint:
        """The fingerprint in a `FingerprintDef` message, or in its bytes.

        Raises:
          ValueError: for bytes that are no `FingerprintDef`.
        """
        if isinstance(proto, bytes):
            try:
                proto = messages.parse("FingerprintDef", proto)
            except ParseError as error:
                raise ValueError(f"This is no fingerprint: {error}") from None
        made = cls(proto.saved_model_checksum, version=proto.version)
        for name in _HASHES:
            setattr(made, name, getattr(proto, name))
        return made

    def singleprint(self) -> str:
        """The hashes as one text.

        Raises:
          ValueError: if one is missing.
        """
        hashes = [getattr(self, each) for each in _HASHES]
        if None in hashes:
            shown = ", ".join(f"{n}: {each}" for n, each in zip(_HASHES, hashes))
            raise ValueError(
                f"Encounted invalid fingerprint values when constructing singleprint. "
                f"{shown}"
            )
        return "/".join(map(str, hashes))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Fingerprint):
            return False
        return all(
            getattr(self, each) == getattr(other, each)
            for each in ("saved_model_checksum", *_HASHES)
        )

    def __hash__(self) -> int:
        return hash((self.saved_model_checksum, self.checkpoint_hash))

    def __str__(self) -> str:
        rows = (
            f"  {each}: {getattr(self, each)}"
            for each in ("saved_model_checksum", *_HASHES)
        )
        return "\n".join(("SavedModel Fingerprint", *rows))


class DamagedFingerprintError(DataLossError, RuntimeError):
    """The file is no fingerprint; TensorFlow's is a `RuntimeError`."""


def read_fingerprint(export_dir: PathText) -> Fingerprint:
    """The fingerprint of the SavedModel in a folder.

    Raises:
      FileNotFoundError: if there is none.
      DataLossError, also RuntimeError: if it is damaged.
    """
    folder = os.fsdecode(os.fspath(export_dir))
    path = os.path.join(folder, FILE)
    try:
        with open(path, "rb") as file:
            return Fingerprint.from_proto(file.read())
    except FileNotFoundError:
        raise FileNotFoundError(
            "SavedModel Fingerprint Error: Could not find fingerprint in directory: "
            f"{folder}"
        ) from None
    except ValueError as error:
        raise DamagedFingerprintError(f"{path}: {error}") from None


__all__ = ["Fingerprint", "read_fingerprint"]
