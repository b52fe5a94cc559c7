import os
import subprocess
import tempfile
from typing import Any, Mapping, Optional, Sequence

from ._answer import Answer, Claims, TestCase, TransportError, answer_of, claims_text
from ._service import cases_text, object_text
from .answers import AnalysisAnswer, CheckAnswer, ComparisonAnswer, CompileAnswer, CoverageAnswer


class Command:
    """The command ``touchstone`` on this machine, without a service. Its methods raise RefusedError and TransportError."""

    def __init__(
        self,
        program: Sequence[str] = ("touchstone",),
        folder: Optional[str] = None,
        timeout_seconds: float = 600,
    ) -> None:
        """``program`` is the words that start the command, and ``folder`` may have a ``touchstone.json``."""
        self.program = list(program)
        self.folder = folder
        self.timeout_seconds = timeout_seconds

    def compile(self, source: str) -> Answer[CompileAnswer]:
        return self._run(["compile", "a.tsr"], {"a.tsr": source})

    def check(self, source: str, claims: Claims) -> Answer[CheckAnswer]:
        return self._run(["check", "a.tsr", "claims.json"], {"a.tsr": source, "claims.json": claims_text(claims)})

    def analyse(self, source: str) -> Answer[AnalysisAnswer]:
        return self._run(["analyse", "a.tsr"], {"a.tsr": source})

    def compare(self, before: str, after: str) -> Answer[ComparisonAnswer]:
        return self._run(["diff", "a.tsr", "b.tsr"], {"a.tsr": before, "b.tsr": after})

    def measure_coverage(self, source: str, cases: Sequence[TestCase]) -> Answer[CoverageAnswer]:
        document = object_text({"touchstone_test_cases": '"1"', "cases": cases_text(cases, "title")})
        return self._run(["coverage", "a.tsr"], {"a.tsr": source, "a.cases.json": document})

    def _run(self, words: Sequence[str], files: Mapping[str, str]) -> Answer[Any]:
        with tempfile.TemporaryDirectory(prefix="touchstone-") as folder:
            for name, text in files.items():
                with open(os.path.join(folder, name), "w", encoding="utf-8", newline="") as file:
                    file.write(text)
            paths = [os.path.join(folder, word) if word in files else word for word in words]
            try:
                ran = subprocess.run(
                    [*self.program, *paths, "--output", "json"],
                    cwd=self.folder,
                    stdin=subprocess.DEVNULL,
                    capture_output=True,
                    timeout=self.timeout_seconds,
                )
            except (OSError, subprocess.TimeoutExpired) as error:
                raise TransportError(f"The command {self.program[0]} does not answer: {error}") from error
        text = ran.stdout.decode("utf-8").rstrip("\n")
        if text == "":
            raise TransportError(ran.stderr.decode("utf-8", "replace").strip() or f"It ended with {ran.returncode}.")
        return answer_of(text)
