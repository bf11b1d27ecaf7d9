"""Queues of tensors.

Not here: datasets (`data`), and lists of tensors (`tensor_arrays`).
"""
