"""`tf.Variable`: a resource, its operators and updates, and its staging."""
