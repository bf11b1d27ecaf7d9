"""Ops that make, join, cut, pick and rearrange elements, without computing."""
