# Made by `python -m tools.stubs` of the tables of names.
from runtime.namespaces.refused_compilers import ConversionParams as ConversionParams
from runtime.namespaces.refused_compilers import Converter as Converter
