# Made by `python -m tools.stubs` of the tables of names.
from runtime.gradients.forward_accumulator import ForwardAccumulator as ForwardAccumulator
from runtime.gradients.tape import GradientTape as GradientTape
