# Made by `python -m tools.stubs` of the tables of names.
from runtime.linalg.operators.conjugate_gradients import conjugate_gradient as conjugate_gradient
