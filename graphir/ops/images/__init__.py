"""Ops on images: files, colors, sizes, boxes and crops."""
