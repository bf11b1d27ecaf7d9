"""`tf.compat.v1.distributions`: probability distributions with batches of parameters.

The base class, its subclasses by family, and divergences between them.
Not here: what draws random numbers, which is in `runtime.random`.
"""
