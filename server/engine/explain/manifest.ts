/** Field names are the contract's; fields that do not apply are omitted. */
import type { Input } from '../../language/semantics/checked-input'
import type { CheckedReport, CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { isAmount } from '../../language/semantics/checked-type'
import type { Policy } from '../../language/syntax/syntax'
import { unknownIsMember } from '../claims/claim-slot'
import { fallbackValue } from '../records/record-fields'
import { type CitedClause, citationsField } from './citing-rules'
import {
  claimsOf,
  type DataType,
  dataTypeOf,
  publicName,
  questionOf,
  type RangeBounds,
  rangeBounds,
} from './claim-facts'

export interface ManifestClaim {
  readonly claim: string
  readonly data_type: DataType
  readonly question: string
  readonly context?: string
  /** In order if `ordered`. */
  readonly vocabulary?: readonly string[]
  readonly ordered?: boolean
  /** Always `yes_no`: a finer word would be a guess at the author's meaning. */
  readonly boolean_subtype?: 'yes_no'
  readonly unit?: string | null
  readonly range?: RangeBounds
  /** Texts that the claim may be instead of a number, a date or a timestamp. */
  readonly codes?: readonly string[]
  /** The value that any other text becomes. */
  readonly else?: string
  /** Equal texts may differ in case. */
  readonly ignoring_case?: true
  readonly whole?: true
  /** The value for a file without a column for the claim. A check takes no default. */
  readonly default?: boolean | string
  /** The column in a file, if it has another name. */
  readonly column?: string
  /** A record that may be absent. */
  readonly optional?: true
  /** The most entries of a list. */
  readonly up_to?: number
  readonly required: true
  readonly unknown_allowed: true
  /** Present if `unknown` is a member, so that only null means undetermined. */
  readonly unknown_sentinel?: 'null'
}

export interface ManifestAssertion {
  readonly name: string
  readonly unknown_policy: Policy
  readonly line: number
  readonly source: string
  /** Absent if the assertion cites nothing. */
  readonly citations?: readonly CitedClause[]
}

export interface ManifestRule {
  readonly rule: string
  readonly assertions: readonly ManifestAssertion[]
}

/** From language 1.4. */
export interface ManifestReport {
  readonly name: string
  readonly data_type: DataType
  /** The members that it can be; absent for other types. */
  readonly vocabulary?: readonly string[]
  readonly unit: string | null
  readonly line: number
  readonly source: string
}

export interface Manifest {
  readonly ruleset_hash: string
  readonly claims: readonly ManifestClaim[]
  readonly rules: readonly ManifestRule[]
  /** Absent if the ruleset has none. */
  readonly reports?: readonly ManifestReport[]
  /** Absent if the ruleset uses no library. */
  readonly libraries?: readonly ManifestLibrary[]
}

/** A library that the ruleset uses, from language 1.4. */
export interface ManifestLibrary {
  readonly name: string
  /** SHA-256 of its lines. */
  readonly sha256: string
  readonly line: number
}

export function buildManifest(ruleset: CheckedRuleset, rulesetHash: string): Manifest {
  return {
    ruleset_hash: rulesetHash,
    claims: claimsOf(ruleset).map(manifestClaim),
    rules: ruleset.assertions.map(({ name, policy, line, source }) => ({
      rule: name,
      assertions: [{ name, unknown_policy: policy, line, source, ...citationsField(ruleset, name) }],
    })),
    ...(ruleset.reports.length === 0
      ? {}
      : { reports: ruleset.reports.map((report) => manifestReport(report, ruleset)) }),
    ...(ruleset.libraries === undefined
      ? {}
      : { libraries: ruleset.libraries.map(({ name, sha256, line }) => ({ name, sha256, line })) }),
  }
}

function manifestReport(report: CheckedReport, { lets }: CheckedRuleset): ManifestReport {
  const { type } = lets[report.let]!.value
  const { kind } = type
  const data_type = kind === 'boolean' || isAmount(type) ? type.kind : 'enum'
  const members = kind === 'enum' ? type.vocabulary : kind === 'text' ? type.members : null
  const vocabulary = members === null ? {} : { vocabulary: members }
  const { name, unitSpelling, line, source } = report
  return { name, data_type, ...vocabulary, unit: unitSpelling, line, source }
}

function manifestClaim(claim: Input): ManifestClaim {
  return {
    claim: claim.name,
    data_type: dataTypeOf(claim),
    question: questionOf(claim),
    ...(claim.context === null ? {} : { context: claim.context }),
    ...typeFields(claim),
    ...(claim.fallback === undefined ? {} : { default: fallbackValue(claim.fallback, claim.unitSpelling) }),
    ...(claim.column === undefined ? {} : { column: claim.column }),
    required: true,
    unknown_allowed: true,
    ...(unknownIsMember(claim) ? { unknown_sentinel: 'null' } : {}),
  }
}

function typeFields(claim: Input): Partial<ManifestClaim> {
  const { type, form } = claim
  if (form?.kind === 'count') return { up_to: form.upTo }
  if (form?.kind === 'given') return { optional: true }
  const codes = codeFields(claim)
  if (type.kind === 'boolean') return { boolean_subtype: 'yes_no' }
  if (type.kind === 'date' || type.kind === 'timestamp' || form?.kind === 'text')
    return { ...codes, ...caseField(claim) }
  if (type.kind === 'enum') return { vocabulary: type.vocabulary, ordered: type.ordered, ...codes, ...caseField(claim) }
  return {
    ...codes,
    ...(claim.whole ? { whole: true } : {}),
    unit: claim.unitSpelling,
    ...(claim.range === null ? {} : { range: rangeBounds(claim.range) }),
  }
}

function caseField({ form, ignoringCase }: Input): Pick<ManifestClaim, 'ignoring_case'> {
  return ignoringCase || (form?.kind === 'text' && form.ignoringCase) ? { ignoring_case: true } : {}
}

function codeFields({ form }: Input): Pick<ManifestClaim, 'codes' | 'else'> {
  if (form?.kind === 'text') return form.codes.length === 0 ? {} : { codes: form.codes }
  if (form?.kind !== 'coded' && form?.kind !== 'else') return {}
  return {
    ...(form.kind === 'coded' ? { codes: form.codes } : {}),
    ...(form.otherwise === null ? {} : { else: form.otherwise }),
  }
}

export interface ReadClaim {
  readonly claim: string
  readonly question: string
}

export interface AssertionReads {
  /** Null for a local. */
  readonly inputs: readonly (ReadClaim | null)[]
  /** Indices of claims in `inputs`. */
  readonly assertions: readonly { readonly assertion: string; readonly reads: readonly number[] }[]
}

/** Includes claims read through lets, and a field of a list once. `Members(claim)` reads no value. */
export function assertionReads({ assertions, inputs }: CheckedRuleset): AssertionReads {
  const claims = inputs.map((input) =>
    input.kind === 'local' ? null : { claim: publicName(input.name), question: questionOf(input) },
  )
  const first = new Map<string, number>()
  claims.forEach((claim, index) => {
    if (claim !== null && !first.has(claim.claim)) first.set(claim.claim, index)
  })
  return {
    inputs: claims,
    assertions: assertions.map(({ name, reads }) => ({
      assertion: name,
      reads: [...new Set(reads.flatMap((input) => first.get(claims[input]?.claim ?? '') ?? []))],
    })),
  }
}

export function countReads({ assertions }: CheckedRuleset): number {
  return assertions.reduce((sum, { reads }) => sum + reads.length, 0)
}
