# Made by `python -m tools.stubs` of the tables of names.
from runtime.compat.v1.training.loss_scales import DynamicLossScale as DynamicLossScale
from runtime.compat.v1.training.loss_scales import FixedLossScale as FixedLossScale
from runtime.compat.v1.training.loss_scales import LossScale as LossScale
