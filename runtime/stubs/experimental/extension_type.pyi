# Made by `python -m tools.stubs` of the tables of names.
from runtime.extension_types.extension_type import as_dict as as_dict
