# Made by `python -m tools.stubs` of the tables of names.
from typing import Any
from collections.abc import Sequence
from runtime.checkpoints.checkpoint_view import CheckpointView as CheckpointView
from runtime.checkpoints.manager import CheckpointManager as CheckpointManager
from runtime.checkpoints.options import CheckpointOptions as CheckpointOptions
from runtime.checkpoints.reader import CheckpointReader as _CheckpointReader
from runtime.checkpoints.reader import list_variables as list_variables
from runtime.checkpoints.reader import load_checkpoint as load_checkpoint
from runtime.checkpoints.reader import load_variable as load_variable
from runtime.checkpoints.state_file import checkpoint_exists as checkpoint_exists
from runtime.checkpoints.state_file import checkpoint_state as _checkpoint_state
from runtime.checkpoints.state_file import checkpoints_iterator as checkpoints_iterator
from runtime.checkpoints.state_file import get_checkpoint_state as get_checkpoint_state
from runtime.checkpoints.state_file import latest_checkpoint as latest_checkpoint
from runtime.checkpoints.state_file import update_checkpoint_state as update_checkpoint_state
from runtime.checkpoints.trackable_view import TrackableView as TrackableView
from runtime.compat.v1.monitoring.monitored_sessions import MonitoredSession as MonitoredSession
from runtime.compat.v1.monitoring.monitored_sessions import MonitoredTrainingSession as MonitoredTrainingSession
from runtime.compat.v1.monitoring.monitored_sessions import SingularMonitoredSession as SingularMonitoredSession
from runtime.compat.v1.monitoring.saving_hooks import CheckpointSaverHook as CheckpointSaverHook
from runtime.compat.v1.monitoring.saving_hooks import CheckpointSaverListener as CheckpointSaverListener
from runtime.compat.v1.monitoring.saving_hooks import StepCounterHook as StepCounterHook
from runtime.compat.v1.monitoring.saving_hooks import SummarySaverHook as SummarySaverHook
from runtime.compat.v1.monitoring.scaffolds import Scaffold as Scaffold
from runtime.compat.v1.monitoring.session_creators import ChiefSessionCreator as ChiefSessionCreator
from runtime.compat.v1.monitoring.session_creators import SessionCreator as SessionCreator
from runtime.compat.v1.monitoring.session_creators import WorkerSessionCreator as WorkerSessionCreator
from runtime.compat.v1.monitoring.session_hooks import SessionRunArgs as SessionRunArgs
from runtime.compat.v1.monitoring.session_hooks import SessionRunContext as SessionRunContext
from runtime.compat.v1.monitoring.session_hooks import SessionRunHook as SessionRunHook
from runtime.compat.v1.monitoring.session_hooks import SessionRunValues as SessionRunValues
from runtime.compat.v1.monitoring.session_manager import SessionManager as SessionManager
from runtime.compat.v1.monitoring.step_hooks import FeedFnHook as FeedFnHook
from runtime.compat.v1.monitoring.step_hooks import FinalOpsHook as FinalOpsHook
from runtime.compat.v1.monitoring.step_hooks import GlobalStepWaiterHook as GlobalStepWaiterHook
from runtime.compat.v1.monitoring.step_hooks import LoggingTensorHook as LoggingTensorHook
from runtime.compat.v1.monitoring.step_hooks import NanLossDuringTrainingError as NanLossDuringTrainingError
from runtime.compat.v1.monitoring.step_hooks import NanTensorHook as NanTensorHook
from runtime.compat.v1.monitoring.step_hooks import StopAtStepHook as StopAtStepHook
from runtime.compat.v1.monitoring.supervisors import Supervisor as Supervisor
from runtime.compat.v1.monitoring.supervisors import basic_train_loop as basic_train_loop
from runtime.compat.v1.monitoring.timers import SecondOrStepTimer as SecondOrStepTimer
from runtime.compat.v1.moving_averages import ExponentialMovingAverage as ExponentialMovingAverage
from runtime.compat.v1.pipelines.batching import batch as batch
from runtime.compat.v1.pipelines.batching import batch_join as batch_join
from runtime.compat.v1.pipelines.batching import maybe_batch as maybe_batch
from runtime.compat.v1.pipelines.batching import maybe_batch_join as maybe_batch_join
from runtime.compat.v1.pipelines.input_producers import input_producer as input_producer
from runtime.compat.v1.pipelines.input_producers import limit_epochs as limit_epochs
from runtime.compat.v1.pipelines.input_producers import match_filenames_once as match_filenames_once
from runtime.compat.v1.pipelines.input_producers import range_input_producer as range_input_producer
from runtime.compat.v1.pipelines.input_producers import slice_input_producer as slice_input_producer
from runtime.compat.v1.pipelines.input_producers import string_input_producer as string_input_producer
from runtime.compat.v1.pipelines.loopers import LooperThread as LooperThread
from runtime.compat.v1.pipelines.queue_runners import QueueRunner as QueueRunner
from runtime.compat.v1.pipelines.queue_runners import add_queue_runner as add_queue_runner
from runtime.compat.v1.pipelines.queue_runners import start_queue_runners as start_queue_runners
from runtime.compat.v1.pipelines.shuffled_batching import maybe_shuffle_batch as maybe_shuffle_batch
from runtime.compat.v1.pipelines.shuffled_batching import maybe_shuffle_batch_join as maybe_shuffle_batch_join
from runtime.compat.v1.pipelines.shuffled_batching import shuffle_batch as shuffle_batch
from runtime.compat.v1.pipelines.shuffled_batching import shuffle_batch_join as shuffle_batch_join
from runtime.compat.v1.saving.graph_checkpoints import Checkpoint as Checkpoint
from runtime.compat.v1.saving.initial_checkpoints import init_from_checkpoint as init_from_checkpoint
from runtime.compat.v1.saving.kept_checkpoints import get_checkpoint_mtimes as get_checkpoint_mtimes
from runtime.compat.v1.saving.kept_checkpoints import remove_checkpoint as remove_checkpoint
from runtime.compat.v1.saving.meta_graphs import export_meta_graph as export_meta_graph
from runtime.compat.v1.saving.meta_graphs import import_meta_graph as import_meta_graph
from runtime.compat.v1.saving.saver import Saver as Saver
from runtime.compat.v1.saving.saver_definitions import SaverDef as SaverDef
from runtime.compat.v1.saving.warm_starts import VocabInfo as VocabInfo
from runtime.compat.v1.saving.warm_starts import warm_start as warm_start
from runtime.compat.v1.training.accumulating_optimizers import AdadeltaOptimizer as AdadeltaOptimizer
from runtime.compat.v1.training.accumulating_optimizers import AdagradDAOptimizer as AdagradDAOptimizer
from runtime.compat.v1.training.accumulating_optimizers import AdagradOptimizer as AdagradOptimizer
from runtime.compat.v1.training.accumulating_optimizers import FtrlOptimizer as FtrlOptimizer
from runtime.compat.v1.training.accumulating_optimizers import ProximalAdagradOptimizer as ProximalAdagradOptimizer
from runtime.compat.v1.training.accumulating_optimizers import ProximalGradientDescentOptimizer as ProximalGradientDescentOptimizer
from runtime.compat.v1.training.decays import cosine_decay as cosine_decay
from runtime.compat.v1.training.decays import cosine_decay_restarts as cosine_decay_restarts
from runtime.compat.v1.training.decays import exponential_decay as exponential_decay
from runtime.compat.v1.training.decays import inverse_time_decay as inverse_time_decay
from runtime.compat.v1.training.decays import linear_cosine_decay as linear_cosine_decay
from runtime.compat.v1.training.decays import natural_exp_decay as natural_exp_decay
from runtime.compat.v1.training.decays import noisy_linear_cosine_decay as noisy_linear_cosine_decay
from runtime.compat.v1.training.decays import piecewise_constant as piecewise_constant
from runtime.compat.v1.training.decays import piecewise_constant_decay as piecewise_constant_decay
from runtime.compat.v1.training.decays import polynomial_decay as polynomial_decay
from runtime.compat.v1.training.device_setters import replica_device_setter as replica_device_setter
from runtime.compat.v1.training.global_steps import assert_global_step as assert_global_step
from runtime.compat.v1.training.global_steps import create_global_step as create_global_step
from runtime.compat.v1.training.global_steps import get_global_step as get_global_step
from runtime.compat.v1.training.global_steps import get_or_create_global_step as get_or_create_global_step
from runtime.compat.v1.training.global_steps import global_step as global_step
from runtime.compat.v1.training.optimizer import Optimizer as Optimizer
from runtime.compat.v1.training.optimizers import AdamOptimizer as AdamOptimizer
from runtime.compat.v1.training.optimizers import GradientDescentOptimizer as GradientDescentOptimizer
from runtime.compat.v1.training.optimizers import MomentumOptimizer as MomentumOptimizer
from runtime.compat.v1.training.optimizers import RMSPropOptimizer as RMSPropOptimizer
from runtime.distribute.clusters import ClusterSpec as ClusterSpec
from runtime.distribute.coordinator.servers import Server as Server
from runtime.io.graph_files import write_graph as write_graph
from runtime.namespaces.refused import ProfilerHook as ProfilerHook
from runtime.namespaces.refused import SyncReplicasOptimizer as SyncReplicasOptimizer
from runtime.queues.coordinator import Coordinator as Coordinator
from runtime.stubs.compat.v1.train import experimental as experimental
from runtime.stubs.compat.v1.train import queue_runner as queue_runner
from runtime.summary.event_reading import summary_iterator as summary_iterator
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor
from runtime.tracing.graphs import Operation
import typing as _t
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
NewCheckpointReader = _CheckpointReader
SequenceExample: Any
ServerDef: Any
def do_quantize_training_on_graphdef(input_graph: object, num_bits: object) -> _t.NoReturn: ...
generate_checkpoint_state_proto = _checkpoint_state
def sdca_fprint(input: TensorLike, name: str | None = ...) -> Tensor: ...
_SdcaOptimizer = _t.NamedTuple('_SdcaOptimizer', [('out_example_state_data', Tensor), ('out_delta_sparse_weights', list[Tensor]), ('out_delta_dense_weights', list[Tensor])])
def sdca_optimizer(sparse_example_indices: Sequence[TensorLike], sparse_feature_indices: Sequence[TensorLike], sparse_feature_values: Sequence[TensorLike], dense_features: Sequence[TensorLike], example_weights: TensorLike, example_labels: TensorLike, sparse_indices: Sequence[TensorLike], sparse_weights: Sequence[TensorLike], dense_weights: Sequence[TensorLike], example_state_data: TensorLike, loss_type: str | bytes, l1: float, l2: float, num_loss_partitions: int, num_inner_iterations: int, adaptative: bool | None = ..., name: str | None = ...) -> _SdcaOptimizer: ...
def sdca_shrink_l1(weights: Sequence[TensorLike], l1: float, l2: float, name: str | None = ...) -> Operation | None: ...
