# Made by `python -m tools.stubs` of the tables of names.
from runtime.saved_model.options import VariablePolicy as VariablePolicy
from runtime.saved_model.saving import save as save
from runtime.trackable.resources import TrackableResource as TrackableResource
