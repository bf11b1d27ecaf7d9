"""`tensorflow.python...` for libraries other than Keras.

Not here: what is public as an internal name, which stands in `runtime.internal`.
"""
