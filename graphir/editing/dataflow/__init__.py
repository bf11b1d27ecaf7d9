"""Control flow of version 1, Switch to NextIteration, made into calls of functions.

Not here: running it as it is (`runtime.executor.planning.dataflow`).
"""
