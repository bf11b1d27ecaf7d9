# Made by `python -m tools.stubs` of the tables of names.
from runtime.compat.v1.programs.printing import compile_computation as _compile_computation
from runtime.compat.v1.programs.printing import jit_scope as jit_scope
compile = _compile_computation
