# Made by `python -m tools.stubs` of the tables of names.
from runtime.queues.queues import FIFOQueue as FIFOQueue
from runtime.queues.queues import PaddingFIFOQueue as PaddingFIFOQueue
from runtime.queues.queues import PriorityQueue as PriorityQueue
from runtime.queues.queues import QueueBase as QueueBase
from runtime.queues.queues import RandomShuffleQueue as RandomShuffleQueue
