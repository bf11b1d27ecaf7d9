# Made by `python -m tools.stubs` of the tables of names.
from runtime.debugging.dumps import disable_dump_debug_info as disable_dump_debug_info
from runtime.debugging.dumps import enable_dump_debug_info as enable_dump_debug_info
