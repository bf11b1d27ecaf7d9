# Made by `python -m tools.stubs` of the tables of names.
from runtime.distribute.coordinator.cluster_coordinator import ClusterCoordinator as ClusterCoordinator
from runtime.distribute.coordinator.remote_values import PerWorkerValues as PerWorkerValues
from runtime.distribute.coordinator.remote_values import RemoteValue as RemoteValue
