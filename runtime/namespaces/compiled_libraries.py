"""`tf.load_op_library` and related functions, which refuse: no op is written in C++."""

from __future__ import annotations

from typing import Any, Final, NoReturn

CXX11_ABI_FLAG: Final = 1
CXX_VERSION: Final = 201703
MONOLITHIC_BUILD: Final = 0

REASON: Final = (
    "ops compiled in C++ need TensorFlow's own libraries, and this runtime has none: "
    "declare the op in Python instead (docs/adding_an_op.md)."
)


def _refuse(name: str) -> NoReturn:
    raise NotImplementedError(f"tf.{name}: {REASON}")


def get_include() -> NoReturn:
    """Refuses: this runtime has no C++ headers.

    >>> try:
    ...     tf.sysconfig.get_include()
    ... except NotImplementedError as error:
    ...     print(str(error)[:24])
    tf.sysconfig.get_include

    Raises:
      NotImplementedError: always.
    """
    _refuse("sysconfig.get_include")


def get_lib() -> NoReturn:
    """Refuses: this runtime has no C++ library.

    Raises:
      NotImplementedError: always.
    """
    _refuse("sysconfig.get_lib")


def get_compile_flags() -> NoReturn:
    """Refuses: this runtime has no C++ headers to compile with.

    Raises:
      NotImplementedError: always.
    """
    _refuse("sysconfig.get_compile_flags")


def get_link_flags() -> NoReturn:
    """Refuses: this runtime has no C++ library to link with.

    Raises:
      NotImplementedError: always.
    """
    _refuse("sysconfig.get_link_flags")


def load_op_library(library_filename: Any) -> NoReturn:
    """Refuses: compiled ops are TensorFlow's alone.

    Raises:
      NotImplementedError: always.
    """
    _refuse("load_op_library")


def load_library(library_location: Any) -> NoReturn:
    """Refuses: compiled ops are TensorFlow's alone.

    Raises:
      NotImplementedError: always.
    """
    _refuse("load_library")
