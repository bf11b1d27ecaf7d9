"""Devices and placement of ops: ``tf.device`` and the settings of ``tf.config``.

The settings of ``tf.config``.

Not here: strategies over devices (`distribute`).
"""
