"""`tf.function`: traces, their cache, and calls that run them.

Not here: the graph being recorded (`tracing`), and keys of calls (`signatures`).
"""
