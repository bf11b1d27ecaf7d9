"""Allowlist: modules whose functions are called without conversion."""

from __future__ import annotations

import functools
import sys

__all__ = ["do_not_convert_module", "is_converted_module"]

# Libraries whose Python code does not pay to convert, or that break when converted.
_kept_modules: dict[str, bool] = dict.fromkeys(
    (
        "absl",
        "ast",
        "astunparse",
        "autograph",
        "coverage",
        "debugpy",
        "gast",
        "google.protobuf",
        "hypothesis",
        "IPython",
        "jax",
        "jaxlib",
        "keras",
        "matplotlib",
        "ml_dtypes",
        "networkx",
        "numba",
        "numpy",
        "pandas",
        "PIL",
        "pkg_resources",
        "pluggy",
        "psutil",
        "pydevd",
        "pytest",
        "_pytest",
        "rich",
        "scipy",
        "setuptools",
        "six",
        "sklearn",
        "tensorflow",
        "tensorflow_datasets.core",
        "tensorflow_probability",
        "tf_keras",
        "torch",
        "tqdm",
        "typing_extensions",
        "wrapt",
        "yaml",
    ),
    True,
)


def do_not_convert_module(name: str, keep: bool = True) -> None:
    """Excludes the functions of the module or package `name` from conversion.

    With `keep=False` they are converted; the longest fitting name decides.
    """
    _kept_modules[name] = keep
    is_converted_module.cache_clear()


@functools.lru_cache(maxsize=1024)
def is_converted_module(name: str) -> bool:
    """Whether functions of the module `name` are converted when called.

    Functions of the standard library, of this project and of some well-known libraries
    are not.

    >>> is_converted_module("os.path"), is_converted_module("my_model")
    (False, True)
    """
    prefix = name
    while prefix:
        keep = _kept_modules.get(prefix)
        if keep is not None:
            return not keep
        prefix = prefix.rpartition(".")[0]
    top = name.partition(".")[0]
    return top == "__main__" or top not in sys.stdlib_module_names
