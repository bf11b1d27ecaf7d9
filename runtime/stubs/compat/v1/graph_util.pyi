# Made by `python -m tools.stubs` of the tables of names.
from runtime.compat.v1.programs.graph_util import convert_variables_to_constants as convert_variables_to_constants
from runtime.compat.v1.programs.graph_util import extract_sub_graph as extract_sub_graph
from runtime.compat.v1.programs.graph_util import must_run_on_cpu as must_run_on_cpu
from runtime.compat.v1.programs.graph_util import remove_training_nodes as remove_training_nodes
from runtime.compat.v1.programs.graph_util import tensor_shape_from_node_def_name as tensor_shape_from_node_def_name
from runtime.functions.graph_import import import_graph_def as import_graph_def
