"""`tf.compat.v1.nn`: functions of networks with the arguments of TensorFlow 1.

They only rearrange arguments.

Not here: the functions that compute (`runtime.nn`).
"""
