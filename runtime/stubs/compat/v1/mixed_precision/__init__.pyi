# Made by `python -m tools.stubs` of the tables of names.
from runtime.compat.v1.training.loss_scales import DynamicLossScale as DynamicLossScale
from runtime.compat.v1.training.loss_scales import FixedLossScale as FixedLossScale
from runtime.compat.v1.training.loss_scales import LossScale as LossScale
from runtime.compat.v1.training.scaled_optimizer import MixedPrecisionLossScaleOptimizer as MixedPrecisionLossScaleOptimizer
from runtime.compat.v1.training.scaled_optimizer import disable_mixed_precision_graph_rewrite as disable_mixed_precision_graph_rewrite
from runtime.compat.v1.training.scaled_optimizer import enable_mixed_precision_graph_rewrite as enable_mixed_precision_graph_rewrite
from runtime.stubs.compat.v1.mixed_precision import experimental as experimental
