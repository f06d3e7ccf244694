"""Experiments: a file, a model and options -> a result."""

from mosila.experiment.simulate import simulate_model

__all__ = ["simulate_model"]
