# Made by `python -m tools.stubs` of the tables of names.
from runtime.checkpoints.sharding import MaxShardSizePolicy as MaxShardSizePolicy
from runtime.checkpoints.sharding import ShardByTaskPolicy as ShardByTaskPolicy
from runtime.checkpoints.sharding import ShardableTensor as ShardableTensor
from runtime.checkpoints.sharding import ShardingCallback as ShardingCallback
from runtime.compat.v1.training.loss_scales import DynamicLossScale as DynamicLossScale
from runtime.compat.v1.training.loss_scales import FixedLossScale as FixedLossScale
from runtime.compat.v1.training.loss_scales import LossScale as LossScale
from runtime.compat.v1.training.scaled_optimizer import MixedPrecisionLossScaleOptimizer as MixedPrecisionLossScaleOptimizer
from runtime.compat.v1.training.scaled_optimizer import disable_mixed_precision_graph_rewrite as disable_mixed_precision_graph_rewrite
from runtime.compat.v1.training.scaled_optimizer import enable_mixed_precision_graph_rewrite as enable_mixed_precision_graph_rewrite
from runtime.trackable.python_state import PythonState as PythonState
