# Made by `python -m tools.stubs` of the tables of names.
from runtime.checkpoints.sharding import MaxShardSizePolicy as MaxShardSizePolicy
from runtime.checkpoints.sharding import ShardByTaskPolicy as ShardByTaskPolicy
from runtime.checkpoints.sharding import ShardableTensor as ShardableTensor
from runtime.checkpoints.sharding import ShardingCallback as ShardingCallback
from runtime.trackable.python_state import PythonState as PythonState
