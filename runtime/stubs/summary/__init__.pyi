# Made by `python -m tools.stubs` of the tables of names.
from runtime.stubs.summary import experimental as experimental
from runtime.summary.graphs import graph as graph
from runtime.summary.graphs import trace_export as trace_export
from runtime.summary.graphs import trace_off as trace_off
from runtime.summary.graphs import trace_on as trace_on
from runtime.summary.state import record_if as record_if
from runtime.summary.state import should_record_summaries as should_record_summaries
from runtime.summary.values import audio as audio
from runtime.summary.values import histogram as histogram
from runtime.summary.values import image as image
from runtime.summary.values import scalar as scalar
from runtime.summary.values import text as text
from runtime.summary.writers import SummaryWriter as SummaryWriter
from runtime.summary.writers import create_file_writer as create_file_writer
from runtime.summary.writers import create_noop_writer as create_noop_writer
from runtime.summary.writers import flush as flush
from runtime.summary.writing import write as write
