# Made by `python -m tools.stubs` of the tables of names.
from runtime.functions.graph_import import import_graph_def as import_graph_def
