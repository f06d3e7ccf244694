"""Experiments: models loaded once, run with other values, stepped by scripts."""
