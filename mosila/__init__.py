"""MOSILA: a compiler and simulator for Modelica models whose structure may change while they run."""

__version__ = "0.1.0"
