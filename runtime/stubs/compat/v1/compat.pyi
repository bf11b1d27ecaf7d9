# Made by `python -m tools.stubs` of the tables of names.
from runtime.compat.text import as_bytes as as_bytes
from runtime.compat.text import as_str as as_str
from runtime.compat.text import as_str_any as as_str_any
from runtime.compat.text import as_text as as_text
from runtime.compat.text import bytes_or_text_types as bytes_or_text_types
from runtime.compat.text import complex_types as complex_types
from runtime.compat.text import dimension_at_index as dimension_at_index
from runtime.compat.text import dimension_value as dimension_value
from runtime.compat.text import forward_compatibility_horizon as forward_compatibility_horizon
from runtime.compat.text import forward_compatible as forward_compatible
from runtime.compat.text import integral_types as integral_types
from runtime.compat.text import path_to_str as path_to_str
from runtime.compat.text import real_types as real_types
from runtime.stubs.compat import v1 as v1
import runtime as _runtime
v2 = _runtime
