"""Names of TensorFlow 1 and of Python 2 that programs still use.

Not here: names that TensorFlow 2 has too: `names` serves them.
"""
