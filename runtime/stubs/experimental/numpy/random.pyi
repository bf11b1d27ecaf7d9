# Made by `python -m tools.stubs` of the tables of names.
from runtime.numpy_api.random_numbers import poisson as poisson
from runtime.numpy_api.random_numbers import rand as rand
from runtime.numpy_api.random_numbers import randint as randint
from runtime.numpy_api.random_numbers import randn as randn
from runtime.numpy_api.random_numbers import random as random
from runtime.numpy_api.random_numbers import seed as seed
from runtime.numpy_api.random_numbers import standard_normal as standard_normal
from runtime.numpy_api.random_numbers import uniform as uniform
