"""Stages of dataset ops that no method of a dataset makes: graphs have them.

Not here: the stages that methods make (`stages`).
"""
