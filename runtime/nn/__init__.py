"""What neural networks are made of: ``tf.nn``.

Not here: layers and optimizers, which are Keras'.
"""
