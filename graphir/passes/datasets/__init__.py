"""Passes for pipelines of ``tf.data``, with TensorFlow's names.

The options of a dataset, or their names, turn them on: the optimizer of traced
functions does not run them; an iterator runs them over its pipeline when it is created.

Not here: the stages of datasets, which are the runtime's.
"""
