"""Stages for values of other libraries; import the one that you use."""
