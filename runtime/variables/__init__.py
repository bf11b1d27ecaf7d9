"""`tf.Variable`: a resource, its operators and updates, and its staging.

Layers: operators, stage, updates, resource
"""
