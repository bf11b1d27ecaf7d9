# Made by `python -m tools.stubs` of the tables of names.
from runtime.internal.keras_two.logs import DEBUG as DEBUG
from runtime.internal.keras_two.logs import ERROR as ERROR
from runtime.internal.keras_two.logs import FATAL as FATAL
from runtime.internal.keras_two.logs import INFO as INFO
from runtime.internal.keras_two.logs import WARN as WARN
from runtime.internal.keras_two.logs import debug as debug
from runtime.internal.keras_two.logs import error as error
from runtime.internal.keras_two.logs import fatal as fatal
from runtime.internal.keras_two.logs import get_verbosity as get_verbosity
from runtime.internal.keras_two.logs import info as info
from runtime.internal.keras_two.logs import log as log
from runtime.internal.keras_two.logs import log_every_n as log_every_n
from runtime.internal.keras_two.logs import log_first_n as log_first_n
from runtime.internal.keras_two.logs import set_verbosity as set_verbosity
from runtime.internal.keras_two.logs import vlog as vlog
from runtime.internal.keras_two.logs import warn as warn
from runtime.internal.keras_two.logs import warning as warning
