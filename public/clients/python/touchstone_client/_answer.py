import json
from dataclasses import dataclass
from typing import Any, Dict, Generic, List, Mapping, TypeVar, Union

T = TypeVar("T")

#: A dictionary, or the text of a JSON object, in which numbers are judged as they are written.
Claims = Union[Mapping[str, Any], str]


@dataclass(frozen=True)
class Answer(Generic[T]):
    """An answer as ``/v1`` gives it."""

    #: The exact bytes, as canonical JSON.
    json: str
    value: T


@dataclass(frozen=True)
class TestCase:
    name: str
    claims: Claims
    #: By assertion: TRUE, FALSE, UNKNOWN or AMBIGUOUS.
    expected: Mapping[str, str]


class RefusedError(Exception):
    """An answer with ``ok`` false. Decide by ``code``; the message is for people."""

    def __init__(self, text: str) -> None:
        error: Dict[str, Any] = json.loads(text)["error"]
        super().__init__(f"{error['code']}: {error['message']}")
        #: The exact bytes.
        self.json = text
        self.code: str = error["code"]
        self.message: str = error["message"]
        self.failures: List[Dict[str, Any]] = error.get("failures", [])
        self.diagnostics: List[Dict[str, Any]] = error.get("diagnostics", [])
        #: For a service that is busy; the same request may be sent again.
        self.retry_after_ms: Union[int, None] = error.get("retry_after_ms")


class TransportError(Exception):
    """The service or the command did not answer in its own words."""


def answer_of(text: str) -> Answer[Any]:
    """Raises RefusedError, or TransportError if the text is not an answer."""
    try:
        value = json.loads(text)
    except ValueError:
        raise TransportError(f"This is not an answer: {text[:200]!r}") from None
    if not isinstance(value, dict) or "ok" not in value:
        raise TransportError(f"This is not an answer: {text[:200]!r}")
    if value["ok"] is not True:
        raise RefusedError(text)
    return Answer(text, value)


def claims_text(claims: Claims) -> str:
    """Raises ValueError for infinite numbers, and TypeError for values that JSON has no form for."""
    return claims if isinstance(claims, str) else json.dumps(claims, allow_nan=False)
