# Made by `python -m tools.stubs` of the tables of names.
from runtime.distribute.coordinator.cluster_coordinator import ClusterCoordinator as ClusterCoordinator
from runtime.distribute.coordinator.remote_values import PerWorkerValues as PerWorkerValues
from runtime.distribute.coordinator.remote_values import PerWorkerValues as _PerWorkerValues
from runtime.distribute.coordinator.remote_values import RemoteValue as RemoteValue
from runtime.distribute.coordinator.worker_context import experimental_get_current_worker_index as experimental_get_current_worker_index
PerWorkerValue = _PerWorkerValues
