# Made by `python -m tools.stubs` of the tables of names.
from runtime.distribute.coordinator.parameter_servers import ParameterServerStrategy as ParameterServerStrategy
from runtime.distribute.inputs import ValueContext as ValueContext
from runtime.distribute.refused import EarlierTPUStrategy as _EarlierTPUStrategy
from runtime.distribute.strategies import CentralStorageStrategy as CentralStorageStrategy
from runtime.distribute.workers.multi_worker import EarlierMultiWorkerMirroredStrategy as _EarlierMultiWorkerMirroredStrategy
from runtime.distribute.workers.options import CollectiveCommunication as CollectiveCommunication
from runtime.distribute.workers.options import CollectiveHints as CollectiveHints
from runtime.distribute.workers.options import CommunicationImplementation as CommunicationImplementation
from runtime.distribute.workers.options import CommunicationOptions as CommunicationOptions
from runtime.distribute.workers.options import TerminationConfig as TerminationConfig
from runtime.distribute.workers.preemption import PreemptionCheckpointHandler as PreemptionCheckpointHandler
from runtime.distribute.workers.refused import PreemptionWatcher as PreemptionWatcher
from runtime.stubs.distribute.experimental import coordinator as coordinator
from runtime.stubs.distribute.experimental import partitioners as partitioners
from runtime.stubs.distribute.experimental import ray as ray
from runtime.stubs.distribute.experimental import rpc as rpc
MultiWorkerMirroredStrategy = _EarlierMultiWorkerMirroredStrategy
TPUStrategy = _EarlierTPUStrategy
