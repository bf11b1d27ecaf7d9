# Made by `python -m tools.stubs` of the tables of names.
from runtime.saved_model.sessions.loader import main_op as main_op
from runtime.saved_model.sessions.loader import main_op_with_restore as main_op_with_restore
