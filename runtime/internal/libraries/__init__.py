"""`tensorflow.python...` for libraries other than Keras.

Not here: names below `tf.__internal__` (`runtime.internal`).
"""
