"""The start of TensorFlow 1 programs, and tools to write them.

Here: `app`, `resource_loader`, templates, printing from a graph.

Not here: sessions and variables, which are in the rooms beside this one.
"""
