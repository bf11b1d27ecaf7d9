"""Queues of tensors between threads: ``tf.queue`` and the coordinator of threads.

Not here: datasets (`data`), and lists of tensors (`tensor_arrays`).
"""
