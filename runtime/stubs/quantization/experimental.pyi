# Made by `python -m tools.stubs` of the tables of names.
from runtime.namespaces.refused import QuantizationComponentSpec as QuantizationComponentSpec
from runtime.namespaces.refused import QuantizationMethod as QuantizationMethod
from runtime.namespaces.refused import QuantizationOptions as QuantizationOptions
from runtime.namespaces.refused import TfRecordRepresentativeDatasetSaver as TfRecordRepresentativeDatasetSaver
from runtime.namespaces.refused import UnitWiseQuantizationSpec as UnitWiseQuantizationSpec
import typing as _t
def quantize_saved_model(saved_model_path: object, output_directory: object = ..., quantization_options: object = ..., representative_dataset: object = ..., *, overwrite_output_directory: object = ...) -> _t.NoReturn: ...
