# Made by `python -m tools.stubs` of the tables of names.
from runtime.namespaces.refused import QuantizationComponentSpec as QuantizationComponentSpec
from runtime.namespaces.refused import QuantizationMethod as QuantizationMethod
from runtime.namespaces.refused import QuantizationOptions as QuantizationOptions
from runtime.namespaces.refused import TfRecordRepresentativeDatasetSaver as TfRecordRepresentativeDatasetSaver
from runtime.namespaces.refused import UnitWiseQuantizationSpec as UnitWiseQuantizationSpec
from runtime.namespaces.refused import quantize_saved_model as quantize_saved_model
