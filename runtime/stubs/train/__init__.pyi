# Made by `python -m tools.stubs` of the tables of names.
from typing import Any
from runtime.checkpoints.checkpoint import Checkpoint as Checkpoint
from runtime.checkpoints.checkpoint_view import CheckpointView as CheckpointView
from runtime.checkpoints.manager import CheckpointManager as CheckpointManager
from runtime.checkpoints.options import CheckpointOptions as CheckpointOptions
from runtime.checkpoints.reader import list_variables as list_variables
from runtime.checkpoints.reader import load_checkpoint as load_checkpoint
from runtime.checkpoints.reader import load_variable as load_variable
from runtime.checkpoints.state_file import checkpoints_iterator as checkpoints_iterator
from runtime.checkpoints.state_file import get_checkpoint_state as get_checkpoint_state
from runtime.checkpoints.state_file import latest_checkpoint as latest_checkpoint
from runtime.checkpoints.trackable_view import TrackableView as TrackableView
from runtime.compat.v1.moving_averages import ExponentialMovingAverage as ExponentialMovingAverage
from runtime.distribute.clusters import ClusterSpec as ClusterSpec
from runtime.queues.coordinator import Coordinator as Coordinator
from runtime.stubs.train import experimental as experimental
BytesList: Any
ClusterDef: Any
Example: Any
Feature: Any
FeatureList: Any
FeatureLists: Any
Features: Any
FloatList: Any
Int64List: Any
JobDef: Any
SequenceExample: Any
ServerDef: Any
