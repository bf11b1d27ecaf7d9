"""Random numbers, with and without state: ``tf.random``.

Not here: shuffled datasets (`data`), and kernels (`graphir.ops.random`).
"""
