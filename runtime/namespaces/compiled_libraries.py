"""`tf.load_op_library` and related functions, which refuse: no op is written in C++."""

from __future__ import annotations

from typing import Final

from runtime.namespaces.refusing import refused_function

CXX11_ABI_FLAG: Final = 1
CXX_VERSION: Final = 201703
MONOLITHIC_BUILD: Final = 0

REASON: Final = (
    "ops compiled in C++ need TensorFlow's own libraries, and this runtime has none: "
    "declare the op in Python instead (docs/adding_an_op.md)"
)

get_include = refused_function("sysconfig.get_include", REASON, "()")
get_lib = refused_function("sysconfig.get_lib", REASON, "()")
get_compile_flags = refused_function("sysconfig.get_compile_flags", REASON, "()")
get_link_flags = refused_function("sysconfig.get_link_flags", REASON, "()")
load_op_library = refused_function("load_op_library", REASON, "(library_filename)")
load_library = refused_function("load_library", REASON, "(library_location)")
