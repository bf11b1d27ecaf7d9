"""`tf.compat.v1.train`: optimizers, learning rates and steps of TensorFlow 1.

Not here: saving (`saving`), and monitored sessions.
"""
