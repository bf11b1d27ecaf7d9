"""Dispatch of public functions on values of user-defined classes."""
