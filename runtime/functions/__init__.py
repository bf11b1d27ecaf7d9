"""`tf.function`: traces, the trace cache, and calls of concrete functions."""
