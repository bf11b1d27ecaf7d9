# Made by `python -m tools.stubs` of the tables of names.
from runtime.stubs.profiler.experimental import client as client
from runtime.stubs.profiler.experimental import server as server
from runtime.summary.profiles import Profile as Profile
from runtime.summary.profiles import ProfilerOptions as ProfilerOptions
from runtime.summary.profiles import Trace as Trace
from runtime.summary.profiles import start as start
from runtime.summary.profiles import stop as stop
