"""Passes for pipelines of ``tf.data``, with TensorFlow's names.

They are asked for by the options of a dataset, or by name: functions that are traced
keep their pipelines as they are, and an iterator has them rewritten when it begins.

Not here: what datasets do, which is the runtime's.
"""
