/**
 * What a list tells of one ruleset: its summary and counts, or that its source no longer compiles.
 *
 * Promises: the summary and the counts are those of the compile payload; a refused source is told and not thrown, so that
 * one of them spoils no list.
 */
import { Refusal } from '../../contract/refusal'
import { claimsOf } from '../../engine/describe/claim-facts'
import { renderSummary } from '../../engine/describe/summary'
import type { CheckableRuleset } from '../decide/check-compiled'

export interface RulesetOutline {
  readonly summary: string
  /** Null where the source no longer compiles. */
  readonly counts: { readonly claims: number; readonly rules: number } | null
}

/** @param compile throws the refusal of a source that does not compile */
export function outlineRuleset(compile: () => CheckableRuleset): RulesetOutline {
  try {
    const { ruleset } = compile().compiled
    return {
      summary: renderSummary(ruleset),
      counts: { claims: claimsOf(ruleset).length, rules: ruleset.assertions.length },
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { summary: `The stored source no longer compiles. ${reasonOf(error)}`, counts: null }
  }
}

function reasonOf({ message, details }: Refusal): string {
  const first = details.diagnostics?.find(({ severity }) => severity === 'error')
  return first === undefined ? message : `Line ${first.line}: ${first.message}`
}
