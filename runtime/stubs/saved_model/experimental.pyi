# Made by `python -m tools.stubs` of the tables of names.
from runtime.saved_model.fingerprinting import Fingerprint as Fingerprint
from runtime.saved_model.fingerprinting import read_fingerprint as read_fingerprint
from runtime.saved_model.options import VariablePolicy as VariablePolicy
from runtime.trackable.resources import TrackableResource as TrackableResource
