"""Linear operators, matrices given by their action: `tf.linalg.LinearOperator`."""
