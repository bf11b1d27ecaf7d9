"""What libraries that are close to TensorFlow ask it for.

Not here: public names (`names`).
"""
