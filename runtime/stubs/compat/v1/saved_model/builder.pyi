# Made by `python -m tools.stubs` of the tables of names.
from runtime.saved_model.sessions.builder import SavedModelBuilder as SavedModelBuilder
