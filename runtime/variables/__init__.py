"""`tf.Variable`: a resource, its operators and updates, and its staging.

Layers: creators, operators, stage, updates, earlier_methods, resource
"""
