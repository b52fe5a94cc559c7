/**
 * Approvals that were given under an older engine, of rulesets that mean something else since.
 *
 * Promises: such an approval still counts; it is only said beside it, wherever the approval is shown. Of an approval
 * without a person's signature no engine is recorded, and it says so.
 */
import { changesSince, type EngineChange } from '../../engine/explain/engine-changes'

const AGAIN = 'Results may differ from what was approved. Read the review again, and sign again where it is right.'

/** In words for people; null where the engine gives the same results as the one of the signature. */
export function underOlderEngine(changes: readonly EngineChange[], engineVersion: string): string | null {
  const since = changesSince(changes, engineVersion)
  if (since.length === 0) return null
  return `Signed under engine ${engineVersion}. ${since.map(({ words }) => words).join(' ')} ${AGAIN}`
}

/** The same of an approval without a signature. */
export function underUnknownEngine(changes: readonly EngineChange[]): string | null {
  if (changes.length === 0) return null
  const words = changes.map((change) => change.words).join(' ')
  return `It is not recorded under which engine this was approved. ${words} ${AGAIN}`
}
