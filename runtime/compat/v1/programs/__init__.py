"""What programs of TensorFlow 1 are started and written with.

What belongs here: `app`, `resource_loader`, templates, printing from a graph.

Not here: sessions and variables, which stand around this room.
"""
