# Made by `python -m tools.stubs` of the tables of names.
from runtime.namespaces.compiled_libraries import CXX11_ABI_FLAG as CXX11_ABI_FLAG
from runtime.namespaces.compiled_libraries import CXX_VERSION as CXX_VERSION
from runtime.namespaces.compiled_libraries import MONOLITHIC_BUILD as MONOLITHIC_BUILD
from runtime.namespaces.compiled_libraries import get_compile_flags as get_compile_flags
from runtime.namespaces.compiled_libraries import get_include as get_include
from runtime.namespaces.compiled_libraries import get_lib as get_lib
from runtime.namespaces.compiled_libraries import get_link_flags as get_link_flags
from runtime.namespaces.sysconfig import get_build_info as get_build_info
