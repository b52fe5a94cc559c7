import json
import time
import urllib.error
import urllib.request
from typing import Any, Dict, Mapping, Optional, Sequence, Tuple

from ._answer import Answer, Claims, RefusedError, TestCase, TransportError, answer_of, claims_text
from .answers import AnalysisAnswer, CheckAnswer, ComparisonAnswer, CompileAnswer, CoverageAnswer


class Service:
    """The API of a deployment. Its methods raise RefusedError and TransportError."""

    def __init__(self, url: str, credential: Optional[str] = None, timeout_seconds: float = 60) -> None:
        """``timeout_seconds`` also limits how long a busy service is asked again."""
        self.url = url.rstrip("/")
        self.credential = credential
        self.timeout_seconds = timeout_seconds

    def compile(self, source: str) -> Answer[CompileAnswer]:
        return self.call("/v1/compile", {"source": json.dumps(source)})

    def check(self, source: str, claims: Claims) -> Answer[CheckAnswer]:
        return self.call("/v1/check", {"source": json.dumps(source), "claims": claims_text(claims)})

    def check_stored(self, ruleset_hash: str, claims: Claims) -> Answer[CheckAnswer]:
        """Checks with a ruleset that was compiled before."""
        return self.call("/v1/check", {"ruleset_hash": json.dumps(ruleset_hash), "claims": claims_text(claims)})

    def analyse(self, source: str) -> Answer[AnalysisAnswer]:
        return self.call("/v1/analysis", {"source": json.dumps(source)})

    def compare(self, before: str, after: str, pairs: Sequence[Tuple[str, str]] = ()) -> Answer[ComparisonAnswer]:
        """``pairs`` names assertions, before and after, that were renamed."""
        members = {"before": json.dumps({"source": before}), "after": json.dumps({"source": after})}
        if pairs:
            members["pairs"] = json.dumps([{"before": one, "after": other} for one, other in pairs])
        return self.call("/v1/comparison", members)

    def measure_coverage(self, source: str, cases: Sequence[TestCase]) -> Answer[CoverageAnswer]:
        return self.call("/v1/coverage", {"source": json.dumps(source), "cases": cases_text(cases)})

    def call(self, path: str, members: Mapping[str, str]) -> Answer[Any]:
        """Posts an object whose members are texts of JSON. A busy service is asked again."""
        until = time.monotonic() + self.timeout_seconds
        while True:
            try:
                return answer_of(self._post(path, object_text(members)))
            except RefusedError as refused:
                wait = (refused.retry_after_ms or 1000) / 1000
                if refused.code != "ENGINE_BUSY" or time.monotonic() + wait > until:
                    raise
                time.sleep(wait)

    def _post(self, path: str, body: str) -> str:
        headers: Dict[str, str] = {"content-type": "application/json"}
        if self.credential is not None:
            headers["x-service-credential"] = self.credential
        request = urllib.request.Request(self.url + path, body.encode("utf-8"), headers)
        try:
            with urllib.request.urlopen(request, timeout=self.timeout_seconds) as response:
                return response.read().decode("utf-8")
        except urllib.error.HTTPError as refusal:
            return refusal.read().decode("utf-8", "replace")
        except OSError as error:
            raise TransportError(f"{self.url} does not answer: {error}") from error


def evaluation_credential(url: str, client: str) -> str:
    """Returns a credential for trying the service, without a sign-up. ``client`` names the program."""
    return Service(url).call("/v1/credentials/evaluation", {"client": json.dumps(client)}).value["credential"]


def cases_text(cases: Sequence[TestCase], name: str = "name") -> str:
    written = [
        object_text({name: json.dumps(each.name), "claims": claims_text(each.claims), "expected": json.dumps(dict(each.expected))})
        for each in cases
    ]
    return f"[{','.join(written)}]"


def object_text(members: Mapping[str, str]) -> str:
    return "{" + ",".join(f"{json.dumps(name)}:{text}" for name, text in members.items()) + "}"
