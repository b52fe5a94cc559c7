/** What keeps a guardrail from being saved, by the entry that it concerns; null where all is well. */
import type { GuardrailInput } from './target-data'

export interface GuardrailProblems {
  readonly name: string | null
  readonly rulesetHash: string | null
  readonly count: string | null
}

const HASH = /^[0-9a-f]{64}$/

/** How many of something a type asks for, and of what. */
export const COUNTS = {
  policy_rules: { member: 'extraction_runs', label: 'Extractions', from: 1, to: 9 },
  consensus: { member: 'judges', label: 'Judges', from: 2, to: 15 },
  consistency: { member: 'rephrasings', label: 'Rephrasings', from: 1, to: 10 },
} as const

export function guardrailProblems(wish: GuardrailInput): GuardrailProblems {
  return {
    name: wish.name.trim() === '' ? 'Enter a name.' : null,
    rulesetHash:
      wish.type === 'policy_rules' && !HASH.test(wish.configuration.ruleset_hash)
        ? 'Choose a ruleset, or enter its hash: 64 characters of 0 to 9 and a to f.'
        : null,
    count: countProblem(wish),
  }
}

export function hasProblem({ name, rulesetHash, count }: GuardrailProblems): boolean {
  return name !== null || rulesetHash !== null || count !== null
}

/** The number that a type asks for; null for those that ask for none. */
export function countOf(wish: GuardrailInput): number | null {
  switch (wish.type) {
    case 'policy_rules':
      return wish.configuration.extraction_runs
    case 'consensus':
      return wish.configuration.judges
    case 'consistency':
      return wish.configuration.rephrasings
    default:
      return null
  }
}

export function withCount(wish: GuardrailInput, count: number): GuardrailInput {
  switch (wish.type) {
    case 'policy_rules':
      return { ...wish, configuration: { ...wish.configuration, extraction_runs: count } }
    case 'consensus':
      return { ...wish, configuration: { ...wish.configuration, judges: count } }
    case 'consistency':
      return { ...wish, configuration: { ...wish.configuration, rephrasings: count } }
    default:
      return wish
  }
}

function countProblem(wish: GuardrailInput): string | null {
  const count = countOf(wish)
  if (count === null || !(wish.type in COUNTS)) return null
  const { from, to } = COUNTS[wish.type as keyof typeof COUNTS]
  return Number.isInteger(count) && count >= from && count <= to ? null : `A whole number from ${from} to ${to}.`
}
