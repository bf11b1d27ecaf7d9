# Made by `python -m tools.stubs` of the tables of names.
from typing import Any
from runtime.compat.v1.programs.app import run as run
flags: Any
