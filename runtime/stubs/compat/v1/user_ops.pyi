# Made by `python -m tools.stubs` of the tables of names.
from runtime.compat.v1.programs.printing import my_fact as my_fact
