"""`tf.function`: traces, their cache, and calls that run them."""
