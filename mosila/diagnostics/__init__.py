"""Diagnostics: codes by stage, and how they are shown."""

from mosila.diagnostics.diagnostic import Code, Diagnostic, MosilaError, ObjectPath, Severity

__all__ = ["Code", "Diagnostic", "MosilaError", "ObjectPath", "Severity"]
