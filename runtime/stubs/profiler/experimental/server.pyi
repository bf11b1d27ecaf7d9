# Made by `python -m tools.stubs` of the tables of names.
from runtime.namespaces.refused import start_profile_server as _start_profile_server
start = _start_profile_server
