"""`tf.compat.v1.nn`: functions of networks with the arguments of TensorFlow 1.

They normalise arguments.

Not here: what computes them, which is `runtime.nn`.
"""
