"""`tf.function`: traces, their cache, and calls that run them.

Layers: variable_creation, concrete_arguments, pruning, concrete_function,
function_body, quick_calls, trace_cache, retracing, bound_function, function,
decorator
"""
