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
FAST_MATH: Final = "AUTOGRAPH_JIT_FAST_MATH"


@dataclass(frozen=True, slots=True)
class NativeOptions:
    """How native code is made.

    ``fast_math`` lets arithmetic be reordered, and NaN and infinities be as they come.
    """

    fast_math: bool = False


def options_for(
    jit_compile: bool | None, is_fast: bool = False
) -> NativeOptions | None:
    """The options for a function, or None if it runs on the default executor.

    ``is_fast`` is whether the optimizer's ``numerics`` are. The environment variable
    AUTOGRAPH_JIT=1 is as ``jit_compile=True`` wherever nothing is said.
    """
    if jit_compile is None:
        jit_compile = os.environ.get(FORCED) == "1"
    if not jit_compile or not is_available():
        return None
    return NativeOptions(is_fast or os.environ.get(FAST_MATH) == "1")


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
