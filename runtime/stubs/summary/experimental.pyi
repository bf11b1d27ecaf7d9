# Made by `python -m tools.stubs` of the tables of names.
from runtime.summary.state import get_step as get_step
from runtime.summary.state import set_step as set_step
from runtime.summary.writing import summary_scope as summary_scope
from runtime.summary.writing import write_raw_pb as write_raw_pb
