"""``tf.data.experimental.service``: pipelines that other processes compute.

Not here: shares of datasets for workers that train in step (`workers.sharding`).
"""
