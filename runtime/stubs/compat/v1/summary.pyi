# Made by `python -m tools.stubs` of the tables of names.
from typing import Any
from runtime.compat.v1.summaries.file_writers import FileWriter as FileWriter
from runtime.compat.v1.summaries.file_writers import FileWriterCache as FileWriterCache
from runtime.compat.v1.summaries.summary_ops import all_v2_summary_ops as all_v2_summary_ops
from runtime.compat.v1.summaries.summary_ops import audio as audio
from runtime.compat.v1.summaries.summary_ops import get_summary_description as get_summary_description
from runtime.compat.v1.summaries.summary_ops import histogram as histogram
from runtime.compat.v1.summaries.summary_ops import image as image
from runtime.compat.v1.summaries.summary_ops import initialize as initialize
from runtime.compat.v1.summaries.summary_ops import merge as merge
from runtime.compat.v1.summaries.summary_ops import merge_all as merge_all
from runtime.compat.v1.summaries.summary_ops import scalar as scalar
from runtime.compat.v1.summaries.summary_ops import tensor_summary as tensor_summary
from runtime.compat.v1.summaries.summary_ops import text as text
Event: Any
SessionLog: Any
Summary: Any
SummaryDescription: Any
TaggedRunMetadata: Any
