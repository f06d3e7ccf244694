"""Statecharts: the chart of a class as tables, built from syntax and checked, and the step that runs it."""
