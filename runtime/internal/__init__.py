"""Names internal to TensorFlow that well-known libraries use.

Not here: public names (`names`).
"""
