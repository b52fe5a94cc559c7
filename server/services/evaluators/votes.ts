import type { Evaluation, GuardrailError } from '../../api/schemas/frame'
import type { Conclusion } from '../../api/terms/guardrail-terms'

export type Vote<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: GuardrailError }

export type Majority<T> =
  /** More than half of all votes equal `value`. */
  | { readonly kind: 'decided'; readonly value: T; readonly share: number }
  /** No majority and no failed vote: `value` is of the largest group. */
  | { readonly kind: 'divided'; readonly value: T; readonly share: number }
  | { readonly kind: 'failed'; readonly error: GuardrailError }

/**
 * Fails only if the failed votes could have decided.
 * @param votes at least one @param keyOf equal for equal values
 */
export function majorityOf<T>(votes: readonly Vote<T>[], keyOf: (value: T) => string): Majority<T> {
  const groups = new Map<string, { readonly value: T; size: number }>()
  for (const vote of votes) {
    if (!vote.ok) continue
    const key = keyOf(vote.value)
    const group = groups.get(key)
    if (group === undefined) groups.set(key, { value: vote.value, size: 1 })
    else group.size++
  }
  const [largest] = [...groups.values()].sort((a, b) => b.size - a.size)
  if (largest !== undefined && largest.size * 2 > votes.length)
    return { kind: 'decided', value: largest.value, share: largest.size / votes.length }
  const failure = votes.find((vote) => !vote.ok)
  if (failure !== undefined) return { kind: 'failed', error: failure.error }
  if (largest === undefined) throw new Error('a majority of no votes was asked for')
  return { kind: 'divided', value: largest.value, share: largest.size / votes.length }
}

/** Without a majority the conclusion is UNKNOWN. */
export function majorityConclusion(
  votes: readonly Vote<Conclusion>[],
): { readonly ok: true; readonly E: Evaluation } | { readonly ok: false; readonly error: GuardrailError } {
  const majority = majorityOf(votes, (conclusion) => conclusion)
  if (majority.kind === 'failed') return { ok: false, error: majority.error }
  if (majority.kind === 'decided') return { ok: true, E: { conclusion: majority.value, confidence: majority.share } }
  const unknown = votes.filter((vote) => vote.ok && vote.value === 'UNKNOWN').length
  return { ok: true, E: { conclusion: 'UNKNOWN', confidence: unknown / votes.length } }
}

/** If one call throws, the others are aborted and awaited. */
export async function askInParallel<T>(
  count: number,
  signal: AbortSignal,
  ask: (number: number, within: AbortSignal) => Promise<T>,
): Promise<T[]> {
  const others = new AbortController()
  const within = AbortSignal.any([signal, others.signal])
  const calls = Array.from({ length: count }, async (_, index) => {
    try {
      return await ask(index + 1, within)
    } catch (error) {
      others.abort(error)
      throw error
    }
  })
  const settled = await Promise.allSettled(calls)
  signal.throwIfAborted()
  if (others.signal.aborted) throw others.signal.reason
  return settled.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
}
