# Made by `python -m tools.stubs` of the tables of names.
from runtime.distribute.refused import ClusterCoordinator as ClusterCoordinator
from runtime.distribute.refused import PerWorkerValues as PerWorkerValues
from runtime.distribute.refused import RemoteValue as RemoteValue
