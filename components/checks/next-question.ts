import { claimsOfReason } from './reason-claims'
import type { ShownResult } from './shown-results'

/** By assertion, the unknown claims that have a value that settles it, whatever the others are. */
export type SettlingClaims = ReadonlyMap<string, ReadonlySet<string>>

export interface NextQuestion {
  readonly claim: string
  /** The first kind with a count above zero. */
  readonly how: 'settles' | 'decides' | 'may decide'
  readonly answers: number
  readonly open: number
}

interface Weights {
  readonly settles: number
  readonly decides: number
  readonly mayDecide: number
}

/**
 * Returns the unknown claim that can settle most open answers, then the one that most of them depend on, then the
 * first.
 *
 * @param unknown claims without a value, in form order
 * @param settling null while it is not known
 * @returns null if no unknown claim matters
 */
export function nextQuestion(
  unknown: readonly string[],
  results: readonly Pick<ShownResult, 'name' | 'reasonUnknown'>[],
  settling: SettlingClaims | null,
): NextQuestion | null {
  const open = results.flatMap(({ name, reasonUnknown }) =>
    reasonUnknown === null ? [] : [{ name, ...claimsOfReason(reasonUnknown) }],
  )
  const weigh = (claim: string): Weights => ({
    settles: open.filter(({ name }) => settling?.get(name)?.has(claim)).length,
    decides: open.filter(({ certain }) => certain.includes(claim)).length,
    mayDecide: open.filter(({ possible }) => possible.includes(claim)).length,
  })
  const [best] = unknown
    .map((claim) => ({ claim, weights: weigh(claim) }))
    .sort((a, b) => byWeight(a.weights, b.weights))
  if (best === undefined) return null
  const { claim, weights } = best
  const of = { claim, open: open.length }
  if (weights.settles > 0) return { ...of, how: 'settles', answers: weights.settles }
  if (weights.decides > 0) return { ...of, how: 'decides', answers: weights.decides }
  return weights.mayDecide > 0 ? { ...of, how: 'may decide', answers: weights.mayDecide } : null
}

function byWeight(a: Weights, b: Weights): number {
  return b.settles - a.settles || b.decides - a.decides || b.mayDecide - a.mayDecide
}

export function nextQuestionWords({ how, answers, open }: NextQuestion): string {
  const some = `${answers} of the ${open} open answers`
  if (how === 'settles') {
    if (open === 1) return 'It can settle the open answer.'
    if (answers === open) return `It can settle each of the ${open} open answers.`
    return `It can settle ${answers === 1 ? '' : 'up to '}${some}.`
  }
  const all = open === 1 ? 'The open answer' : open === 2 ? 'Both open answers' : `All ${open} open answers`
  const subject = answers === open ? all : some
  if (how === 'may decide') return `${subject} may depend on it.`
  return `${subject} ${answers === 1 ? 'depends' : 'depend'} on it.`
}
