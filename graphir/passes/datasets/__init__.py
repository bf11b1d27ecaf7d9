"""Passes for pipelines of ``tf.data``, with TensorFlow's names.

The options of a dataset enable them, or a caller by name. Tracing leaves the pipelines
in a function unchanged; an iterator rewrites its pipeline when it starts.
"""
