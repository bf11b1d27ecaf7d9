"""Checks of values, shapes and dtypes: ``tf.debugging``.

Not here: checks of a graph's form (`graphir.analysis.verifier`).
"""
