"""`tf.function`: traces, the trace cache, and calls of traces.

Not here: the graph being recorded (`tracing`), and cache keys of calls (`signatures`).
"""
