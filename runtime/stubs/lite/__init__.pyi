# Made by `python -m tools.stubs` of the tables of names.
from runtime.namespaces.refused_lite import Interpreter as Interpreter
from runtime.namespaces.refused_lite import OpsSet as OpsSet
from runtime.namespaces.refused_lite import Optimize as Optimize
from runtime.namespaces.refused_lite import RepresentativeDataset as RepresentativeDataset
from runtime.namespaces.refused_lite import TFLiteConverter as TFLiteConverter
from runtime.namespaces.refused_lite import TargetSpec as TargetSpec
from runtime.stubs.lite import experimental as experimental
