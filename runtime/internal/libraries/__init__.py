"""`tensorflow.python...` for libraries other than Keras.

Not here: public names below tf.__internal__ (`runtime.internal`).
"""
