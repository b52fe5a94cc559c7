/** The claims with which an answered frame can be checked again. */
import { type EvaluatedFrame, evaluatedFrame } from '../../../api/schemas/frame'
import type { AnsweredFrame } from '../../../database/guardrails/target-frames'
import type { LosslessJson } from '../../../language/numeric/lossless-json'
import { readJson } from '../../../language/numeric/lossless-json'
import { type ClaimDictionary, readAnswer } from '../../evaluators/claim-check'
import { isObject } from '../../models/find-object'

export type ClaimsOfFrame =
  /** As the sender wrote them. */
  | { readonly kind: 'given'; readonly claims: ClaimDictionary }
  /** As a model read them, without the unknown ones. */
  | { readonly kind: 'extracted'; readonly claims: ClaimDictionary }
  /** A looks like a dictionary and cannot be read as one, whatever the rules are. */
  | { readonly kind: 'rejected' }
  | { readonly kind: 'none'; readonly reason: string }

/** Reads a stored answer. @throws if this product did not write the row */
export function readEvaluated({ body }: AnsweredFrame): EvaluatedFrame {
  return evaluatedFrame.parse(JSON.parse(body))
}

/**
 * A claim dictionary is in A. Otherwise the proof of the answer has the claims that a model extracted, if the rules read
 * each of them as one value.
 */
export function claimsOfFrame(frame: AnsweredFrame, { A, P }: Pick<EvaluatedFrame, 'A' | 'P'>): ClaimsOfFrame {
  const answer = readAnswer(A)
  if (answer.kind === 'dictionary') return { kind: 'given', claims: answer.claims }
  if (answer.kind === 'wrong') return { kind: 'rejected' }
  if (P.length === 0) return { kind: 'none', reason: 'its answer has no proof, so no claims of it are stored' }
  const claims = extractedClaims(frame.body)
  return claims === null
    ? { kind: 'none', reason: 'its rules read lists or records, whose claims are not stored whole' }
    : { kind: 'extracted', claims }
}

/** @param names claims of other rules, which are unknown if no model was asked for them */
export function claimsFor(names: readonly string[], claims: ClaimDictionary): ClaimDictionary {
  const whole = names.map((name) => name.split(/[.[]/, 1)[0] ?? name)
  return Object.fromEntries(whole.map((name) => [name, Object.hasOwn(claims, name) ? (claims[name] ?? null) : null]))
}

/** Null if a claim is a part of another. Numbers keep their spelling. */
function extractedClaims(body: string): ClaimDictionary | null {
  const claims: Record<string, LosslessJson> = {}
  for (const step of listIn(membersOf(read(body)).P))
    for (const each of listIn(membersOf(step).claims)) {
      const { claim, value } = membersOf(each)
      if (typeof claim !== 'string' || /[.[]/.test(claim)) return null
      if (value !== null && value !== undefined) claims[claim] = value
    }
  return claims
}

function read(body: string): LosslessJson {
  const result = readJson(body)
  if (!('value' in result)) throw new Error('the stored answer of a frame is no JSON')
  return result.value
}

function membersOf(value: LosslessJson | undefined): ClaimDictionary {
  return value !== undefined && isObject(value) ? value : {}
}

function listIn(value: LosslessJson | undefined): readonly LosslessJson[] {
  return Array.isArray(value) ? value : []
}
