# Made by `python -m tools.stubs` of the tables of names.
from runtime.namespaces.sets import difference as difference
from runtime.namespaces.sets import intersection as intersection
from runtime.namespaces.sets import size as size
from runtime.namespaces.sets import union as union
