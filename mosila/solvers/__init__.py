"""Solvers: tables of one structure -> trajectories, through the C runtime on SUNDIALS and KLU."""
