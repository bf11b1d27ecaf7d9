"""``tf.nn``: layers, activations and losses of neural networks.

Not here: layers and optimizers, which are Keras'.
"""
