"""Which devices there are, where ops are placed.

The settings of ``tf.config``.

Not here: strategies over devices (`distribute`).
"""
