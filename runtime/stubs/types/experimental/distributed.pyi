# Made by `python -m tools.stubs` of the tables of names.
from runtime.distribute.values import Mirrored as Mirrored
from runtime.distribute.values import PerReplica as PerReplica
