# Made by `python -m tools.stubs` of the tables of names.
from runtime.compat.v1.pipelines.queue_runners import QueueRunner as QueueRunner
from runtime.compat.v1.pipelines.queue_runners import add_queue_runner as add_queue_runner
from runtime.compat.v1.pipelines.queue_runners import start_queue_runners as start_queue_runners
