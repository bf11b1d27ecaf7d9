"""Ops on images: files, colors, sizes, boxes and crops.

Not here: files as bytes (`strings`), and convolutions (`nn`).
"""
