# Made by `python -m tools.stubs` of the tables of names.
from runtime.namespaces.sets import difference as _difference
from runtime.namespaces.sets import difference as difference
from runtime.namespaces.sets import intersection as _intersection
from runtime.namespaces.sets import intersection as intersection
from runtime.namespaces.sets import size as _size
from runtime.namespaces.sets import size as size
from runtime.namespaces.sets import union as _union
from runtime.namespaces.sets import union as union
set_difference = _difference
set_intersection = _intersection
set_size = _size
set_union = _union
