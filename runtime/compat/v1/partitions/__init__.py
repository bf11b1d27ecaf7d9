"""Variables of TensorFlow 1 in parts along one axis, and how many parts there are.

Not here: shards of strategies (`runtime.distribute`).
"""
