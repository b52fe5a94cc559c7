/**
 * Statements about checks: in-toto Statement v1 with the predicate Simple Verification Result v0.2, as canonical JSON.
 * These bytes are the leaf of a decision log. They contain no value of a claim: the subject is the digest of a document
 * with a random salt, so that it cannot be guessed.
 */
import type { Json } from '../../api/canonical-json'
import { utf8Text } from '../byte-texts'

const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1'
const PREDICATE_TYPE = 'https://in-toto.io/attestation/svr/v0.2'

export const CHECK_ANSWERS = ['TRUE', 'FALSE', 'UNKNOWN', 'AMBIGUOUS'] as const
export type CheckAnswer = (typeof CHECK_ANSWERS)[number]

export const CALL_DECISIONS = ['pass', 'refuse', 'ask'] as const
export type CallDecision = (typeof CALL_DECISIONS)[number]

/** The decision of a tool guard about the checked call. */
export interface CheckedCall {
  readonly decision: CallDecision
  readonly guardId: string
  /** The grant that was used, or null. */
  readonly grantId: string | null
}

export interface CheckFacts {
  /** UUID. */
  readonly checkId: string
  /** Address of the deployment, without a final slash. */
  readonly publicUrl: string
  readonly namespaceId: string
  readonly engineVersion: string
  /** ISO 8601. */
  readonly at: string
  readonly rulesetHash: string
  /** Null for only the built-in standards. */
  readonly unitLibraryHash: string | null
  /** sha256 of the document of {@link claimsDocument}. */
  readonly claimsSha256: string
  readonly answers: readonly (readonly [assertion: string, answer: CheckAnswer])[]
  /** Null for a check that no tool guard asked for. */
  readonly call: CheckedCall | null
}

/** The text that the subject names by its digest. @param claims canonical JSON @param salt hexadecimal */
export function claimsDocument(claims: string, salt: string): string {
  return `{"claims":${claims},"salt":"${salt}"}`
}

/** Written by hand, because it is a part of the cost of every logged check; a test compares it with `canonicalJson`. */
export function checkStatement(facts: CheckFacts): string {
  return joinStatement(statementParts(facts), facts)
}

/** The text around what differs between the statements of checks with the same answers. */
export interface StatementParts {
  readonly beforeTime: string
  readonly afterTime: string
}

export type CommonFacts = Omit<CheckFacts, 'checkId' | 'at' | 'claimsSha256'>

export function statementParts(facts: CommonFacts): StatementParts {
  const { publicUrl, namespaceId, engineVersion, rulesetHash, unitLibraryHash } = facts
  const verifier = JSON.stringify(`${publicUrl}/log/${namespaceId}/checks#engine-${engineVersion}`)
  const library = unitLibraryHash === null ? '' : `,${describe(unitLibraryHash, 'unit-library')}`
  return {
    beforeTime: `{"_type":"${STATEMENT_TYPE}","predicate":{"properties":[${propertiesOf(facts)}],"timeCreated":"`,
    afterTime:
      `","verifier":{"id":${verifier},"policies":[${describe(rulesetHash, 'ruleset')}${library}]}},` +
      `"predicateType":"${PREDICATE_TYPE}","subject":[{"digest":{"sha256":"`,
  }
}

export function joinStatement(
  { beforeTime, afterTime }: StatementParts,
  { at, claimsSha256, checkId }: Pick<CheckFacts, 'checkId' | 'at' | 'claimsSha256'>,
): string {
  return `${beforeTime}${at}${afterTime}${claimsSha256}"},"name":"urn:uuid:${checkId}"}]}`
}

/** A resource descriptor. */
function describe(sha256: string, name: string): string {
  return `{"digest":{"sha256":"${sha256}"},"name":"${name}"}`
}

/** The answer is part of each name, so that nobody takes a FALSE for a passed check. */
function propertiesOf({ answers, call }: Pick<CheckFacts, 'answers' | 'call'>): string {
  const properties = answers.map(([assertion, answer]) => `"TOUCHSTONE_ANSWER_${answer}:${assertion}"`)
  if (call !== null) properties.push(`"TOUCHSTONE_CALL_${call.decision.toUpperCase()}:${call.guardId}"`)
  if (call !== null && call.grantId !== null) properties.push(`"TOUCHSTONE_GRANT:${call.grantId}"`)
  return properties.join(',')
}

const VERIFIER = /^(https?:\/\/[^#]+)\/log\/([0-9a-f-]{36})\/checks#engine-([^#]+)$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const SHA256 = /^[0-9a-f]{64}$/

interface RawStatement {
  readonly subject: readonly [{ readonly name: string; readonly digest: { readonly sha256: string } }]
  readonly predicate: {
    readonly properties: readonly string[]
    readonly timeCreated: string
    readonly verifier: { readonly id: string; readonly policies: readonly { readonly digest: { sha256: string } }[] }
  }
}

/** Returns null unless the bytes are exactly those that {@link checkStatement} writes. */
export function readCheckStatement(bytes: Uint8Array): CheckFacts | null {
  const text = utf8Text(bytes)
  try {
    const facts = readMembers(JSON.parse(text) as RawStatement)
    return facts !== null && checkStatement(facts) === text ? facts : null
  } catch {
    return null
  }
}

function readMembers({ subject, predicate }: RawStatement): CheckFacts | null {
  const [{ name, digest }] = subject
  const { properties, timeCreated, verifier } = predicate
  const [, publicUrl, namespaceId, engineVersion] = VERIFIER.exec(verifier.id) ?? []
  const [ruleset, library] = verifier.policies
  const read = readProperties(properties)
  if (publicUrl === undefined || namespaceId === undefined || engineVersion === undefined) return null
  if (ruleset === undefined || read === null) return null
  const checkId = name.slice('urn:uuid:'.length)
  const hashes = [digest.sha256, ...verifier.policies.map((policy) => policy.digest.sha256)]
  if (!UUID.test(checkId) || !UUID.test(namespaceId) || !hashes.every((hash) => SHA256.test(hash))) return null
  if (new Date(timeCreated).toISOString() !== timeCreated) return null
  return {
    ...{ checkId, publicUrl, namespaceId, engineVersion, at: timeCreated },
    rulesetHash: ruleset.digest.sha256,
    unitLibraryHash: library?.digest.sha256 ?? null,
    claimsSha256: digest.sha256,
    ...read,
  }
}

const ANSWER = /^TOUCHSTONE_ANSWER_([A-Z]+):(\w+)$/
const CALL = /^TOUCHSTONE_CALL_([A-Z]+):([0-9a-f-]{36})$/
const GRANT = /^TOUCHSTONE_GRANT:([0-9a-f-]{36})$/

function readProperties(properties: readonly string[]): Pick<CheckFacts, 'answers' | 'call'> | null {
  const answers: (readonly [string, CheckAnswer])[] = []
  let called: Omit<CheckedCall, 'grantId'> | null = null
  let grant: string | null = null
  for (const property of properties) {
    const [, word, assertion] = ANSWER.exec(property) ?? []
    const [, decided, guardId] = CALL.exec(property) ?? []
    const [, grantId] = GRANT.exec(property) ?? []
    const answer = CHECK_ANSWERS.find((each) => each === word)
    const decision = CALL_DECISIONS.find((each) => each.toUpperCase() === decided)
    if (assertion !== undefined && answer !== undefined) answers.push([assertion, answer])
    else if (decision !== undefined && guardId !== undefined) called = { decision, guardId }
    else if (grantId !== undefined) grant = grantId
    else return null
  }
  return { answers, call: called && { ...called, grantId: grant } }
}

/** The claims and the salt of a document; null unless it has the form of {@link claimsDocument}. */
export function readClaimsDocument(text: string): { readonly claims: Readonly<Record<string, Json>> } | null {
  try {
    const { claims, salt } = JSON.parse(text) as { readonly claims?: Record<string, Json>; readonly salt?: unknown }
    return typeof salt === 'string' && typeof claims === 'object' && claims !== null ? { claims } : null
  } catch {
    return null
  }
}
