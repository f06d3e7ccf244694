"""Instantiation: a class -> a plan that all its objects share, and the tree of objects."""
