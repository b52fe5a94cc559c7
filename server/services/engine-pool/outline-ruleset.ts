/** A source that no longer compiles is marked, so that it does not break a list. */
import { Refusal } from '../../api/refusal'
import type { CheckableRuleset } from '../../engine/batch/check-compiled'
import { claimsOf } from '../../engine/explain/claim-facts'
import { type EngineChange, engineChanges } from '../../engine/explain/engine-changes'
import { humaniseName } from '../../engine/explain/english/names'
import { renderSummary } from '../../engine/explain/summary'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'

export interface RulesetOutline {
  readonly summary: string
  /** Names, as written and spoken, and questions, for searching. */
  readonly words: string
  /** Null if the source no longer compiles. */
  readonly counts: { readonly claims: number; readonly rules: number } | null
  /** Parts that mean something else since an engine. */
  readonly changes: readonly EngineChange[]
}

/** @param compile throws if the source does not compile */
export function outlineRuleset(compile: () => CheckableRuleset): RulesetOutline {
  try {
    const { ruleset } = compile().compiled
    return {
      summary: renderSummary(ruleset),
      words: wordsOf(ruleset),
      counts: { claims: claimsOf(ruleset).length, rules: ruleset.assertions.length },
      changes: engineChanges(ruleset),
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return {
      summary: `The stored source no longer compiles. ${reasonOf(error)}`,
      ...{ words: '', counts: null, changes: [] },
    }
  }
}

/** In characters, so that hundreds of outlines stay small enough to send. */
const MAX_WORDS_CHARS = 4_000

function wordsOf(ruleset: CheckedRuleset): string {
  const names = [...ruleset.assertions, ...claimsOf(ruleset)].flatMap(({ name }) => [name, humaniseName(name)])
  const questions = ruleset.inputs.flatMap(({ question }) => question ?? [])
  return [...new Set([...names, ...questions])].join(' ').slice(0, MAX_WORDS_CHARS)
}

function reasonOf({ message, details }: Refusal): string {
  const first = details.diagnostics?.find(({ severity }) => severity === 'error')
  return first === undefined ? message : `Line ${first.line}: ${first.message}`
}
