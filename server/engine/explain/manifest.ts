/** Field names are the contract's; fields that do not apply are omitted. */
import type { CheckedRuleset, Input } from '../../language/semantics/checked-ruleset'
import type { Policy } from '../../language/syntax/syntax'
import { unknownIsMember } from '../claims/claim-slot'
import { claimsOf, type DataType, questionOf, type RangeBounds, rangeBounds } from './claim-facts'

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
}

export interface ManifestRule {
  readonly rule: string
  readonly assertions: readonly ManifestAssertion[]
}

export interface Manifest {
  readonly ruleset_hash: string
  readonly claims: readonly ManifestClaim[]
  readonly rules: readonly ManifestRule[]
}

export function buildManifest(ruleset: CheckedRuleset, rulesetHash: string): Manifest {
  return {
    ruleset_hash: rulesetHash,
    claims: claimsOf(ruleset).map(manifestClaim),
    rules: ruleset.assertions.map(({ name, policy, line, source }) => ({
      rule: name,
      assertions: [{ name, unknown_policy: policy, line, source }],
    })),
  }
}

function manifestClaim(claim: Input): ManifestClaim {
  return {
    claim: claim.name,
    data_type: claim.type.kind,
    question: questionOf(claim),
    ...(claim.context === null ? {} : { context: claim.context }),
    ...typeFields(claim),
    required: true,
    unknown_allowed: true,
    ...(unknownIsMember(claim) ? { unknown_sentinel: 'null' } : {}),
  }
}

function typeFields(claim: Input): Partial<ManifestClaim> {
  const { type } = claim
  if (type.kind === 'boolean') return { boolean_subtype: 'yes_no' }
  if (type.kind === 'enum') return { vocabulary: type.vocabulary, ordered: type.ordered }
  return {
    unit: claim.unitSpelling,
    ...(claim.range === null ? {} : { range: rangeBounds(claim.range) }),
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

/** Includes claims read through lets. `Members(claim)` reads no value. */
export function assertionReads({ assertions, inputs }: CheckedRuleset): AssertionReads {
  const claims = inputs.map((input) =>
    input.kind === 'local' ? null : { claim: input.name, question: questionOf(input) },
  )
  return {
    inputs: claims,
    assertions: assertions.map(({ name, reads }) => ({
      assertion: name,
      reads: reads.filter((input) => claims[input] !== null),
    })),
  }
}

export function countReads({ assertions }: CheckedRuleset): number {
  return assertions.reduce((sum, { reads }) => sum + reads.length, 0)
}
