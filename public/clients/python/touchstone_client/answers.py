"""The answers of the API. Written by `npm run generate` from the schemas of the API; do not edit."""

from typing import Any, Dict, List, Literal, TypedDict, Union

AnalysisResultExamplesEntry = TypedDict(
    "AnalysisResultExamplesEntry",
    {
        "assertion": str,
        "true_when": Union["Witness", None],
        "false_when": Union["Witness", None],
    },
    total=True,
)

AnalysisResult = TypedDict(
    "AnalysisResult",
    {
        "ok": Literal[True],
        "ruleset_hash": str,
        "unit_library_hash": Union[str, None],
        "findings": List["Finding"],
        "examples": List["AnalysisResultExamplesEntry"],
        "open": List["OpenQuestion"],
        "versions": "Versions",
    },
    total=True,
)

AnswerBandFromChoice1 = TypedDict(
    "AnswerBandFromChoice1",
    {
        "value": str,
        "inclusive": bool,
    },
    total=True,
)

AnswerBandToChoice1 = TypedDict(
    "AnswerBandToChoice1",
    {
        "value": str,
        "inclusive": bool,
    },
    total=True,
)

AnswerBand = TypedDict(
    "AnswerBand",
    {
        "from": Union["AnswerBandFromChoice1", None],
        "to": Union["AnswerBandToChoice1", None],
        "answer": Literal["TRUE", "FALSE", "UNKNOWN"],
    },
    total=True,
)

AssertionResultUnbridgedUnitsEntry = TypedDict(
    "AssertionResultUnbridgedUnitsEntry",
    {
        "from": str,
        "to": str,
    },
    total=True,
)

AssertionResultAlways = TypedDict(
    "AssertionResultAlways",
    {
        "name": str,
        "check": Literal["TRUE", "FALSE", "UNKNOWN", "AMBIGUOUS"],
    },
    total=True,
)

AssertionResultSometimes = TypedDict(
    "AssertionResultSometimes",
    {
        "unknown_policy": Literal["optimistic", "pessimistic", "neutral"],
        "source": Union[str, None],
        "reason_unknown": str,
        "unbridged_units": List["AssertionResultUnbridgedUnitsEntry"],
        "counterexample": str,
        "citations": List["Citation"],
        "note": str,
        "definitions": List["DefinitionValue"],
    },
    total=False,
)


class AssertionResult(AssertionResultAlways, AssertionResultSometimes):
    pass


AssertionScore = TypedDict(
    "AssertionScore",
    {
        "assertion": str,
        "changes": int,
        "noticed": int,
        "equal": int,
        "undecided": int,
    },
    total=True,
)

CheckResultRulesEntry = TypedDict(
    "CheckResultRulesEntry",
    {
        "rule": str,
        "assertions": List["AssertionResult"],
    },
    total=True,
)

CheckResultClaimsAlways = TypedDict(
    "CheckResultClaimsAlways",
    {
        "bound": List[str],
        "unbound": List[str],
    },
    total=True,
)

CheckResultClaimsSometimes = TypedDict(
    "CheckResultClaimsSometimes",
    {
        "quantities": List["Quantity"],
    },
    total=False,
)


class CheckResultClaims(CheckResultClaimsAlways, CheckResultClaimsSometimes):
    pass


CheckResultAlways = TypedDict(
    "CheckResultAlways",
    {
        "ok": Literal[True],
        "ruleset_hash": str,
        "unit_library_hash": Union[str, None],
        "rules": List["CheckResultRulesEntry"],
        "claims": "CheckResultClaims",
        "versions": "Versions",
    },
    total=True,
)

CheckResultSometimes = TypedDict(
    "CheckResultSometimes",
    {
        "reports": List["ReportValue"],
    },
    total=False,
)


class CheckResult(CheckResultAlways, CheckResultSometimes):
    pass


CitationAlways = TypedDict(
    "CitationAlways",
    {
        "document": str,
        "clause": str,
    },
    total=True,
)

CitationSometimes = TypedDict(
    "CitationSometimes",
    {
        "words": str,
    },
    total=False,
)


class Citation(CitationAlways, CitationSometimes):
    pass


ComparedAssertion = TypedDict(
    "ComparedAssertion",
    {
        "before": Union[str, None],
        "after": Union[str, None],
        "paired_by": Union[Literal["name", "meaning", "author"], None],
        "verdict": Literal["same", "another_policy", "stricter", "looser", "stricter_and_looser", "gains_value", "loses_value", "mixed", "differs", "new", "gone", "not_decided", "differs_outside_ranges", "differs_at_irrational_numbers", "not_comparable"],
        "text_changed": bool,
        "through_definitions": List[str],
        "sentence": str,
        "differences": List["Difference"],
        "unless_unknown": List[str],
    },
    total=True,
)

ComparisonResultBefore = TypedDict(
    "ComparisonResultBefore",
    {
        "ruleset_hash": str,
        "unit_library_hash": Union[str, None],
    },
    total=True,
)

ComparisonResultAfter = TypedDict(
    "ComparisonResultAfter",
    {
        "ruleset_hash": str,
        "unit_library_hash": Union[str, None],
    },
    total=True,
)

ComparisonResultChangesEntrySubject = TypedDict(
    "ComparisonResultChangesEntrySubject",
    {
        "what": Literal["claim", "assertion", "report", "definition", "ruleset"],
        "name": Union[str, None],
    },
    total=True,
)

ComparisonResultChangesEntry = TypedDict(
    "ComparisonResultChangesEntry",
    {
        "kind": str,
        "subject": "ComparisonResultChangesEntrySubject",
        "sentence": str,
    },
    total=True,
)

ComparisonResult = TypedDict(
    "ComparisonResult",
    {
        "ok": Literal[True],
        "before": "ComparisonResultBefore",
        "after": "ComparisonResultAfter",
        "same_meaning": bool,
        "summary": str,
        "assertions": List["ComparedAssertion"],
        "changes": List["ComparisonResultChangesEntry"],
        "open": List["OpenQuestion"],
        "versions": "Versions",
    },
    total=True,
)

CompiledRulesetUnbridgedUnitsEntry = TypedDict(
    "CompiledRulesetUnbridgedUnitsEntry",
    {
        "rule": str,
        "from": str,
        "to": str,
        "cause": Literal["missing", "ambiguous"],
    },
    total=True,
)

CompiledRulesetStored = TypedDict(
    "CompiledRulesetStored",
    {
        "parent_hash": Union[str, None],
        "revision_depth": int,
    },
    total=True,
)

CompiledRulesetAlways = TypedDict(
    "CompiledRulesetAlways",
    {
        "ok": Literal[True],
        "ruleset_hash": str,
        "manifest": "Manifest",
        "source": str,
        "review": str,
        "summary": str,
        "claim_schema": Dict[str, Any],
        "validation_contract": Dict[str, Any],
        "diagnostics": List["Diagnostic"],
        "approve_url": Union[str, None],
        "versions": "Versions",
    },
    total=True,
)

CompiledRulesetSometimes = TypedDict(
    "CompiledRulesetSometimes",
    {
        "unit_library_hash": Union[str, None],
        "unbridged_units": List["CompiledRulesetUnbridgedUnitsEntry"],
        "stored": "CompiledRulesetStored",
        "label": "Label",
    },
    total=False,
)


class CompiledRuleset(CompiledRulesetAlways, CompiledRulesetSometimes):
    pass


CoverageResultFailingEntry = TypedDict(
    "CoverageResultFailingEntry",
    {
        "case": str,
        "assertion": str,
        "expected": Literal["TRUE", "FALSE", "UNKNOWN", "AMBIGUOUS"],
        "computed": Union[Literal["TRUE", "FALSE", "UNKNOWN", "AMBIGUOUS"], None],
    },
    total=True,
)

CoverageResultSurvivorsEntry = TypedDict(
    "CoverageResultSurvivorsEntry",
    {
        "assertion": str,
        "place": "Place",
        "change": str,
        "detected_by": "Witness",
        "computed": Dict[str, Literal["TRUE", "FALSE", "UNKNOWN", "AMBIGUOUS"]],
    },
    total=True,
)

CoverageResultBoundaryCasesEntry = TypedDict(
    "CoverageResultBoundaryCasesEntry",
    {
        "why": str,
        "assertion": str,
        "witness": "Witness",
        "computed": Dict[str, Literal["TRUE", "FALSE", "UNKNOWN", "AMBIGUOUS"]],
    },
    total=True,
)

CoverageResultSmallestSetEntry = TypedDict(
    "CoverageResultSmallestSetEntry",
    {
        "claims": Dict[str, Any],
        "computed": Dict[str, Literal["TRUE", "FALSE", "UNKNOWN", "AMBIGUOUS"]],
    },
    total=True,
)

CoverageResult = TypedDict(
    "CoverageResult",
    {
        "ok": Literal[True],
        "ruleset_hash": str,
        "unit_library_hash": Union[str, None],
        "score": "CoverageScore",
        "by_assertion": List["AssertionScore"],
        "failing": List["CoverageResultFailingEntry"],
        "survivors": List["CoverageResultSurvivorsEntry"],
        "boundary_cases": List["CoverageResultBoundaryCasesEntry"],
        "smallest_set": List["CoverageResultSmallestSetEntry"],
        "open": List["OpenQuestion"],
        "versions": "Versions",
    },
    total=True,
)

CoverageScore = TypedDict(
    "CoverageScore",
    {
        "changes": int,
        "noticed": int,
        "equal": int,
        "undecided": int,
    },
    total=True,
)

DefinitionValue = TypedDict(
    "DefinitionValue",
    {
        "name": str,
        "value": Union[str, None],
        "unit": Union[str, None],
    },
    total=True,
)

Diagnostic = TypedDict(
    "Diagnostic",
    {
        "severity": Literal["error", "warning"],
        "line": Union[int, None],
        "message": str,
    },
    total=True,
)

DifferenceWitnessChoice1 = TypedDict(
    "DifferenceWitnessChoice1",
    {
        "claims": Dict[str, Any],
        "claims_before": Dict[str, Any],
        "sentence": str,
    },
    total=True,
)

Difference = TypedDict(
    "Difference",
    {
        "from": Literal["TRUE", "FALSE", "UNKNOWN"],
        "to": Literal["TRUE", "FALSE", "UNKNOWN"],
        "sentence": str,
        "witness": Union["DifferenceWitnessChoice1", None],
        "why_no_witness": Union[str, None],
        "regions": List["Region"],
    },
    total=True,
)

ErrorErrorFailuresEntry = TypedDict(
    "ErrorErrorFailuresEntry",
    {
        "field": str,
        "expected": str,
        "received": str,
    },
    total=True,
)

ErrorErrorAlways = TypedDict(
    "ErrorErrorAlways",
    {
        "code": Literal["BAD_REQUEST", "VALIDATION_REJECTED", "COMPILE_FAILED", "BUDGET_EXCEEDED", "RULESET_NOT_FOUND", "ENGINE_ERROR", "ENGINE_BUSY", "CREDENTIAL_REQUIRED", "CREDENTIAL_INVALID", "CREDENTIAL_SCOPE", "EVALUATION_LIMIT", "ENTITLEMENT_EXCEEDED", "TIER_UNAVAILABLE"],
        "message": str,
    },
    total=True,
)

ErrorErrorSometimes = TypedDict(
    "ErrorErrorSometimes",
    {
        "docs": str,
        "failures": List["ErrorErrorFailuresEntry"],
        "failure_count": int,
        "diagnostics": List["Diagnostic"],
        "hint": str,
        "budget": str,
        "limit": int,
        "actual": int,
        "retry_after_ms": int,
    },
    total=False,
)


class ErrorError(ErrorErrorAlways, ErrorErrorSometimes):
    pass


Error = TypedDict(
    "Error",
    {
        "ok": Literal[False],
        "error": "ErrorError",
        "versions": "Versions",
    },
    total=True,
)

FindingAlways = TypedDict(
    "FindingAlways",
    {
        "kind": Literal["cannot_hold_together", "exceptions_meet", "never_true", "never_has_value", "never_false", "comparison_is_constant", "branch_never_taken", "branch_divides_by_zero", "table_rows_overlap", "table_gap", "table_row_never_decides", "operand_changes_nothing", "implied_by_others", "claim_changes_nothing"],
        "severity": Literal["warning", "note"],
        "sentence": str,
        "assertions": List[str],
        "claims": List[str],
        "definitions": List[str],
        "place": Union["Place", None],
    },
    total=True,
)

FindingSometimes = TypedDict(
    "FindingSometimes",
    {
        "implied": str,
        "implied_by": List[str],
        "witness": "Witness",
    },
    total=False,
)


class Finding(FindingAlways, FindingSometimes):
    pass


LabelChoice1 = TypedDict(
    "LabelChoice1",
    {
        "vocabulary_version": str,
        "level_one": Union[Literal["finance", "consumer_finance", "capital_markets", "insurance", "regulatory_compliance", "hr_workforce", "security_access", "security_classification", "healthcare", "legal_contracts", "procurement", "engineering_release", "content_safety", "other"], None],
        "level_two": Union[str, None],
        "confidence": Union[Literal["high", "medium", "low"], None],
        "declined": bool,
        "updated_at": str,
    },
    total=True,
)

Label = Union["LabelChoice1", None]

ManifestRulesEntryAssertionsEntryAlways = TypedDict(
    "ManifestRulesEntryAssertionsEntryAlways",
    {
        "name": str,
        "unknown_policy": Literal["optimistic", "pessimistic", "neutral"],
        "line": Union[int, None],
        "source": Union[str, None],
    },
    total=True,
)

ManifestRulesEntryAssertionsEntrySometimes = TypedDict(
    "ManifestRulesEntryAssertionsEntrySometimes",
    {
        "citations": List["Citation"],
    },
    total=False,
)


class ManifestRulesEntryAssertionsEntry(ManifestRulesEntryAssertionsEntryAlways, ManifestRulesEntryAssertionsEntrySometimes):
    pass


ManifestRulesEntry = TypedDict(
    "ManifestRulesEntry",
    {
        "rule": str,
        "assertions": List["ManifestRulesEntryAssertionsEntry"],
    },
    total=True,
)

ManifestAlways = TypedDict(
    "ManifestAlways",
    {
        "ruleset_hash": str,
        "claims": List["ManifestClaim"],
        "rules": List["ManifestRulesEntry"],
    },
    total=True,
)

ManifestSometimes = TypedDict(
    "ManifestSometimes",
    {
        "reports": List["ManifestReport"],
        "libraries": List["ManifestLibrary"],
    },
    total=False,
)


class Manifest(ManifestAlways, ManifestSometimes):
    pass


ManifestClaimRange = TypedDict(
    "ManifestClaimRange",
    {
        "min": float,
        "max": float,
    },
    total=True,
)

ManifestClaimAlways = TypedDict(
    "ManifestClaimAlways",
    {
        "claim": str,
        "data_type": Literal["boolean", "numeric", "date", "timestamp", "text", "enum", "list", "record"],
        "question": str,
        "required": bool,
        "unknown_allowed": Literal[True],
    },
    total=True,
)

ManifestClaimSometimes = TypedDict(
    "ManifestClaimSometimes",
    {
        "context": str,
        "vocabulary": List[str],
        "ordered": bool,
        "boolean_subtype": str,
        "unit": Union[str, None],
        "range": "ManifestClaimRange",
        "codes": List[str],
        "else": str,
        "ignoring_case": Literal[True],
        "whole": Literal[True],
        "optional": Literal[True],
        "up_to": int,
        "default": Union[bool, str],
        "column": str,
        "unknown_sentinel": str,
    },
    total=False,
)


class ManifestClaim(ManifestClaimAlways, ManifestClaimSometimes):
    pass


ManifestLibrary = TypedDict(
    "ManifestLibrary",
    {
        "name": str,
        "sha256": str,
        "line": int,
    },
    total=True,
)

ManifestReportAlways = TypedDict(
    "ManifestReportAlways",
    {
        "name": str,
        "data_type": Literal["boolean", "numeric", "date", "timestamp", "enum"],
        "unit": Union[str, None],
        "line": int,
        "source": str,
    },
    total=True,
)

ManifestReportSometimes = TypedDict(
    "ManifestReportSometimes",
    {
        "vocabulary": List[str],
    },
    total=False,
)


class ManifestReport(ManifestReportAlways, ManifestReportSometimes):
    pass


OpenQuestion = TypedDict(
    "OpenQuestion",
    {
        "question": str,
        "assertions": List[str],
        "budget": Literal["evaluation_steps", "solver_steps", "solver_steps_total", "solver_memory_mb", "incomplete", "irrational", "locals", "reading", "questions", "repeating", "answer_size"],
        "sentence": str,
    },
    total=True,
)

Place = TypedDict(
    "Place",
    {
        "line": int,
        "column": int,
        "end_line": int,
        "end_column": int,
    },
    total=True,
)

PossibleValuesChoice1FromChoice1 = TypedDict(
    "PossibleValuesChoice1FromChoice1",
    {
        "value": str,
        "included": bool,
    },
    total=True,
)

PossibleValuesChoice1ToChoice1 = TypedDict(
    "PossibleValuesChoice1ToChoice1",
    {
        "value": str,
        "included": bool,
    },
    total=True,
)

PossibleValuesChoice1Always = TypedDict(
    "PossibleValuesChoice1Always",
    {
        "from": Union["PossibleValuesChoice1FromChoice1", None],
        "to": Union["PossibleValuesChoice1ToChoice1", None],
    },
    total=True,
)

PossibleValuesChoice1Sometimes = TypedDict(
    "PossibleValuesChoice1Sometimes",
    {
        "values": List[str],
    },
    total=False,
)


class PossibleValuesChoice1(PossibleValuesChoice1Always, PossibleValuesChoice1Sometimes):
    pass


PossibleValuesChoice2 = TypedDict(
    "PossibleValuesChoice2",
    {
        "members": List[str],
    },
    total=True,
)

PossibleValues = Union["PossibleValuesChoice1", "PossibleValuesChoice2"]

QuantityConversionAlways = TypedDict(
    "QuantityConversionAlways",
    {
        "from": str,
        "to": str,
        "by": Literal["engine"],
        "status": str,
    },
    total=True,
)

QuantityConversionSometimes = TypedDict(
    "QuantityConversionSometimes",
    {
        "factor": float,
    },
    total=False,
)


class QuantityConversion(QuantityConversionAlways, QuantityConversionSometimes):
    pass


QuantityAlways = TypedDict(
    "QuantityAlways",
    {
        "claim": str,
        "submitted": str,
        "bound": str,
        "measured_in": Union[str, None],
    },
    total=True,
)

QuantitySometimes = TypedDict(
    "QuantitySometimes",
    {
        "conversion": "QuantityConversion",
    },
    total=False,
)


class Quantity(QuantityAlways, QuantitySometimes):
    pass


RegionFromChoice1 = TypedDict(
    "RegionFromChoice1",
    {
        "value": str,
        "inclusive": bool,
    },
    total=True,
)

RegionToChoice1 = TypedDict(
    "RegionToChoice1",
    {
        "value": str,
        "inclusive": bool,
    },
    total=True,
)

Region = TypedDict(
    "Region",
    {
        "claim": str,
        "unit": Union[str, None],
        "from": Union["RegionFromChoice1", None],
        "to": Union["RegionToChoice1", None],
        "value": str,
        "sentence": str,
        "before": List["AnswerBand"],
        "after": List["AnswerBand"],
    },
    total=True,
)

ReportValueAlways = TypedDict(
    "ReportValueAlways",
    {
        "name": str,
        "unit": Union[str, None],
        "value": Union[str, None],
    },
    total=True,
)

ReportValueSometimes = TypedDict(
    "ReportValueSometimes",
    {
        "depends_on": List[str],
        "possible": Union["PossibleValues", None],
        "reason_undecided": str,
        "or_no_value": str,
        "no_value": str,
    },
    total=False,
)


class ReportValue(ReportValueAlways, ReportValueSometimes):
    pass


VersionsAlways = TypedDict(
    "VersionsAlways",
    {
        "engine": str,
        "engine_version": str,
        "language_version": str,
        "service_version": str,
        "wire_version": str,
    },
    total=True,
)

VersionsSometimes = TypedDict(
    "VersionsSometimes",
    {
        "supported_language_versions": List[str],
    },
    total=False,
)


class Versions(VersionsAlways, VersionsSometimes):
    pass


Witness = TypedDict(
    "Witness",
    {
        "claims": Dict[str, Any],
        "sentence": str,
    },
    total=True,
)

CompileAnswer = CompiledRuleset

CheckAnswer = CheckResult

AnalysisAnswer = AnalysisResult

ComparisonAnswer = ComparisonResult

CoverageAnswer = CoverageResult

Refused = Error
