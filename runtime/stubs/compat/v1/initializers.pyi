# Made by `python -m tools.stubs` of the tables of names.
from runtime.compat.v1.fan_initializers import he_normal as he_normal
from runtime.compat.v1.fan_initializers import he_uniform as he_uniform
from runtime.compat.v1.fan_initializers import lecun_normal as lecun_normal
from runtime.compat.v1.fan_initializers import lecun_uniform as lecun_uniform
from runtime.compat.v1.fan_initializers import uniform_unit_scaling_initializer as _uniform_unit_scaling_initializer
from runtime.compat.v1.graph_variables import global_variables_initializer as _global_variables_initializer
from runtime.compat.v1.graph_variables import local_variables_initializer as _local_variables_initializer
from runtime.compat.v1.graph_variables import tables_initializer as tables_initializer
from runtime.compat.v1.graph_variables import variables_initializer as _variables_initializer
from runtime.compat.v1.initial_values import ones_initializer as _ones_initializer
from runtime.compat.v1.initial_values import random_normal_initializer as _random_normal_initializer
from runtime.compat.v1.initial_values import random_uniform_initializer as _random_uniform_initializer
from runtime.compat.v1.initial_values import zeros_initializer as _zeros_initializer
from runtime.compat.v1.scaled_values import constant_initializer as _constant_initializer
from runtime.compat.v1.scaled_values import glorot_normal_initializer as _glorot_normal_initializer
from runtime.compat.v1.scaled_values import glorot_uniform_initializer as _glorot_uniform_initializer
from runtime.compat.v1.scaled_values import identity as identity
from runtime.compat.v1.scaled_values import orthogonal_initializer as _orthogonal_initializer
from runtime.compat.v1.scaled_values import truncated_normal_initializer as _truncated_normal_initializer
from runtime.compat.v1.scaled_values import variance_scaling_initializer as _variance_scaling_initializer
constant = _constant_initializer
global_variables = _global_variables_initializer
glorot_normal = _glorot_normal_initializer
glorot_uniform = _glorot_uniform_initializer
local_variables = _local_variables_initializer
ones = _ones_initializer
orthogonal = _orthogonal_initializer
random_normal = _random_normal_initializer
random_uniform = _random_uniform_initializer
truncated_normal = _truncated_normal_initializer
uniform_unit_scaling = _uniform_unit_scaling_initializer
variables = _variables_initializer
variance_scaling = _variance_scaling_initializer
zeros = _zeros_initializer
