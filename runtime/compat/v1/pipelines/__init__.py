"""Input of TensorFlow 1: queues of a graph, the threads that fill them, and readers.

Not here: the queues themselves, and datasets.
"""
