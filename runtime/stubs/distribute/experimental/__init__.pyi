# Made by `python -m tools.stubs` of the tables of names.
from runtime.distribute.inputs import ValueContext as ValueContext
from runtime.distribute.refused import ParameterServerStrategy as ParameterServerStrategy
from runtime.distribute.refused import TPUStrategy as TPUStrategy
from runtime.distribute.strategies import MultiWorkerMirroredStrategy as MultiWorkerMirroredStrategy
from runtime.stubs.distribute.experimental import coordinator as coordinator
from runtime.stubs.distribute.experimental import partitioners as partitioners
from runtime.stubs.distribute.experimental import rpc as rpc
