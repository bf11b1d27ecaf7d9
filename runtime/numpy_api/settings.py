"""The promotion mode that `experimental_enable_numpy_behavior` sets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from graphir import dtypes
from graphir.dtypes import DType

MODES: Final = ("off", "legacy", "safe", "all")


@dataclass
class Settings:
    """The mode of promotion; `SETTINGS` is the only instance."""

    mode: str = "off"
    prefer_float32: bool = False
    has_methods: bool = False
    """Whether tensors have NumPy's methods."""

    @property
    def is_weak(self) -> bool:
        """Whether Python numbers are tensors of weak dtypes."""
        return self.mode in ("safe", "all")

    @property
    def default_int(self) -> DType:
        """The default dtype of Python integers."""
        return dtypes.int32 if self.is_weak else dtypes.int64

    @property
    def default_float(self) -> DType:
        """The default dtype of new arrays, and of floating functions of integers."""
        return dtypes.float32 if self.is_weak else dtypes.float64


SETTINGS: Final = Settings()
