import type { z } from 'zod'
import type { explanationResult } from '../../server/api/schemas/explanation'
import { callOperation } from '../ui/server-calls'
import type { Band } from './number-line'

type ExplanationResult = z.infer<typeof explanationResult>
export type ExplainedAnswer = ExplanationResult['assertions'][number]

/** A saved ruleset and the facts in the form. */
export interface ExplainedCheck {
  readonly hash: string
  readonly unitLibraryHash: string | null
  /** JSON text, because parsing it would round numbers. */
  readonly claims: string
}

/** @param assertion the one to explain; null for all */
export async function explainCheck(check: ExplainedCheck, assertion: string | null, signal: AbortSignal) {
  const { hash, unitLibraryHash, claims } = check
  const library = unitLibraryHash === null ? '' : `,"unit_library_hash":"${unitLibraryHash}"`
  const one = assertion === null ? '' : `,"assertion":${JSON.stringify(assertion)}`
  const request = `{"ruleset_hash":"${hash}"${library}${one},"claims":${claims}}`
  const answer = await callOperation('explainAnswers', request, signal)
  if (!answer.ok) return answer
  const { explanationResult } = await import('../../server/api/schemas/explanation')
  return { ok: true as const, explanation: explanationResult.parse(JSON.parse(answer.body)) }
}

type Settling = ExplainedAnswer['settled_by'][number]

export interface SettlingLine {
  readonly claim: string
  readonly sentences: readonly string[]
  /** Empty if the claim is not a number. */
  readonly bands: readonly Band[]
}

/** The values of each unknown claim that settle an answer, as rows of a number line. */
export function settlingLines(settledBy: readonly Settling[]): readonly SettlingLine[] {
  const claims = [...new Set(settledBy.map(({ claim }) => claim))]
  return claims.map((claim) => {
    const all = settledBy.filter((each) => each.claim === claim)
    const bands = all.flatMap(({ outcome, allowed }) =>
      allowed.flatMap((each): Band[] => ('from' in each ? [{ ...each, outcome }] : [])),
    )
    return { claim, sentences: all.map(({ sentence }) => sentence), bands }
  })
}
