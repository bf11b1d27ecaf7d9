# Made by `python -m tools.stubs` of the tables of names.
from runtime.namespaces.autograph import check as check
from runtime.namespaces.autograph import experimental as experimental
from runtime.namespaces.autograph import set_verbosity as set_verbosity
from runtime.namespaces.autograph import to_code as to_code
from runtime.namespaces.autograph import to_graph as to_graph
from runtime.namespaces.autograph import trace as trace
