"""Options of native code, and whether it is available on this machine."""

from __future__ import annotations

import logging
import os
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import Final

LOG: Final = logging.getLogger("runtime")
FORCED: Final = "AUTOGRAPH_JIT"
AUTO: Final = "auto"
"""Regions become native code where a fixed table of costs says that it pays."""
FAST_MATH: Final = "AUTOGRAPH_JIT_FAST_MATH"


@dataclass(frozen=True, slots=True)
class NativeOptions:
    """Options of the code generator.

    ``fast_math`` lets LLVM reorder arithmetic and leaves results for NaN and infinities
    undefined.
    """

    fast_math: bool = False
    chooses: bool = False
    """Whether only regions that gain by it become native code."""


class _Meaning:
    """What ``jit_compile=False`` says."""

    of_false: bool | None = False


def follow_tensorflow() -> None:
    """Lets ``jit_compile=False`` mean what it means to programs for TensorFlow.

    To them it says "not XLA", and so says nothing about regions that are chosen. Keras
    passes it wherever a model was compiled with ``"auto"`` on a machine without GPU.
    """
    _Meaning.of_false = None


def meant_by(jit_compile: bool | None) -> bool | None:
    """The setting that an argument of `tf.function` stands for.

    >>> meant_by(True), meant_by(None), meant_by(False)
    (True, None, False)
    """
    return _Meaning.of_false if jit_compile is False else jit_compile


def asked_for(setting: str | None) -> bool | str | None:
    """The ``jit_compile`` of a function without a setting of its own.

    Args:
      setting: the argument of ``set_jit``; None if ``set_jit`` was not called.

    >>> asked_for("autoclustering"), asked_for("auto")
    (True, 'auto')
    """
    if setting:
        return True if setting == "autoclustering" else setting
    named = os.environ.get(FORCED, AUTO)
    if named == "1":
        return True
    if setting is not None:
        return False
    return AUTO if named == AUTO else None


def options_for(
    jit_compile: bool | str | None, is_fast: bool = False
) -> NativeOptions | None:
    """The options for a function, or None if it runs on the default executor.

    ``is_fast`` is True where the optimizer's ``numerics`` option is ``"fast"``.
    ``"auto"`` compiles the regions that a table of costs predicts to gain by it; it is
    what functions without ``jit_compile`` have, unless the environment variable
    AUTOGRAPH_JIT is ``1``, which stands for True, or ``0``.
    """
    if jit_compile is None:
        jit_compile = asked_for(None)
    if not jit_compile or (jit_compile == AUTO and find_spec("llvmlite") is None):
        return None  # nobody asked, so nobody is told what is missing
    if not is_available():
        return None
    fast_math = is_fast or os.environ.get(FAST_MATH) == "1"
    return NativeOptions(fast_math, chooses=jit_compile == AUTO)


@cache
def is_available() -> bool:
    """Whether llvmlite is installed; if not, says once how to install it."""
    if find_spec("llvmlite") is None:
        LOG.warning(
            "jit_compile=True needs llvmlite: pip install 'autograph-toolkit[jit]'. "
            "Without it functions run on the default executor, with the same results."
        )
        return False
    from runtime.native.calls.object_layout import is_as_expected

    if not is_as_expected():
        LOG.warning(
            "jit_compile=True does not know how this Python and NumPy lay out arrays: "
            "functions run on the default executor, with the same results."
        )
        return False
    return True
