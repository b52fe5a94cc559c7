/** A check as it was answered, and the entry that a decision log gets for it. */
import { readAnswers } from '../../api/check-bytes'
import { readAs } from '../../api/lenient-arguments'
import { checkRequest } from '../../api/schemas/check'
import { VERSIONS } from '../../api/terms/versions'
import { type CheckFacts, checkStatement } from '../../attestation/checks/check-statement'
import type { NewDecision } from '../../database/signing/decision-entries'
import type { ClaimsInput } from '../calls/call-context'
import {
  ENTRY_KEY_BYTES,
  type LoggedClaims,
  type RedactionRule,
  redactClaims,
  SALT_BYTES,
  sealClaims,
} from './sealed-claims'

export interface MadeCheck {
  readonly claims: ClaimsInput
  /** Read when the entry is written, behind the answer. */
  readonly answer: () => CheckAnswerFacts
}

export type CheckAnswerFacts = Pick<CheckFacts, 'rulesetHash' | 'unitLibraryHash' | 'answers' | 'call'>

export interface WaitingCheck extends MadeCheck {
  readonly id: string
  readonly at: Date
  readonly rule: RedactionRule
}

export interface EntryPlace {
  readonly namespaceId: string
  readonly publicUrl: string
  readonly claimKey: Uint8Array
}

/** Random bytes of an entry. */
export const ENTRY_RANDOM_BYTES = ENTRY_KEY_BYTES + SALT_BYTES

/** @param random {@link ENTRY_RANDOM_BYTES} */
export function entryOf(check: WaitingCheck, { namespaceId, publicUrl, claimKey }: EntryPlace, random: Uint8Array) {
  const { id, at, rule } = check
  const [key, salt] = [random.subarray(0, ENTRY_KEY_BYTES), random.subarray(ENTRY_KEY_BYTES)]
  const { text, marks } = redactClaims(readClaims(check.claims), rule, claimKey)
  const { sha256, sealed } = sealClaims(text, id, key, salt)
  const answer = check.answer()
  const statement = checkStatement({
    ...answer,
    ...{ checkId: id, publicUrl, namespaceId, claimsSha256: sha256 },
    engineVersion: VERSIONS.engine_version,
    at: at.toISOString(),
  })
  const entry: NewDecision = {
    ...{ id, at, key, sealed, marks, rulesetHash: answer.rulesetHash },
    body: Buffer.from(statement),
  }
  return entry
}

function readClaims(claims: ClaimsInput): LoggedClaims {
  if (claims.from === 'value') return claims.value as LoggedClaims
  const { body, reading } = claims
  const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8')
  return readAs(reading, checkRequest, text, true).claims as LoggedClaims
}

/** @param body the payload of /v1/check */
export function answersOf(body: string): CheckAnswerFacts {
  return { ...readAnswers(body), call: null }
}
