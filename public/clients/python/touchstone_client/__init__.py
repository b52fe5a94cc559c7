"""Compiles, checks and compares rulesets from Python, with the service or with the command ``touchstone``.

``Service`` calls the API of a deployment, ``Command`` runs the command on this machine. Both have the same methods, and
every answer holds the exact bytes next to the parsed value. A refusal is raised as ``RefusedError``. Only the standard
library is used.
"""

from ._answer import Answer, Claims, RefusedError, TestCase, TransportError
from ._command import Command
from ._service import Service, evaluation_credential
from .answers import (
    AnalysisAnswer,
    CheckAnswer,
    ComparisonAnswer,
    CompileAnswer,
    CoverageAnswer,
)

__version__ = "0.1.0"

__all__ = [
    "AnalysisAnswer",
    "Answer",
    "CheckAnswer",
    "Claims",
    "Command",
    "ComparisonAnswer",
    "CompileAnswer",
    "CoverageAnswer",
    "RefusedError",
    "Service",
    "TestCase",
    "TransportError",
    "evaluation_credential",
]
