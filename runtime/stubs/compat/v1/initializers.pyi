# Made by `python -m tools.stubs` of the tables of names.
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
glorot_normal = _glorot_normal_initializer
glorot_uniform = _glorot_uniform_initializer
ones = _ones_initializer
orthogonal = _orthogonal_initializer
random_normal = _random_normal_initializer
random_uniform = _random_uniform_initializer
truncated_normal = _truncated_normal_initializer
variance_scaling = _variance_scaling_initializer
zeros = _zeros_initializer
