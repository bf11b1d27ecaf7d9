"""`tf.Variable`: a resource, its operators and updates, and its staging.

Not here: tables and queues (`lookup`, `queues`).
"""
