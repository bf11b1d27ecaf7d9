# Made by `python -m tools.stubs` of the tables of names.
from runtime.namespaces.refused import monitor_profile as _monitor_profile
from runtime.namespaces.refused import trace_profile as _trace_profile
monitor = _monitor_profile
trace = _trace_profile
