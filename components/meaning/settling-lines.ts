/** Values of an unknown claim that settle an answer, as rows of a number line. */
import type { ExplainedAnswer } from './explain-check'
import type { Band } from './number-line'

type Settling = ExplainedAnswer['settled_by'][number]

export interface SettlingLine {
  readonly claim: string
  readonly sentences: readonly string[]
  /** Empty if the claim is not a number. */
  readonly bands: readonly Band[]
}

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
