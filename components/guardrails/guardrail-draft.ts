/** The draft of a guardrail, and the problems that prevent saving it. */
import { GUARDRAIL_TYPES } from '../../server/api/terms/guardrail-terms'
import { startingGuardrail } from './guardrail-words'
import type { Guardrail, GuardrailInput } from './targets/target-data'

/** A problem for each field, or null. */
export interface GuardrailProblems {
  readonly name: string | null
  readonly rulesetHash: string | null
  readonly count: string | null
}

const HASH = /^[0-9a-f]{64}$/

/** Member, label and range of the number in a type's configuration. */
export const COUNTS = {
  policy_rules: { member: 'extraction_runs', label: 'Extractions', from: 1, to: 9 },
  consensus: { member: 'judges', label: 'Judges', from: 2, to: 15 },
  consistency: { member: 'rephrasings', label: 'Rephrasings', from: 1, to: 10 },
} as const

export function guardrailProblems(input: GuardrailInput): GuardrailProblems {
  return {
    name: input.name.trim() === '' ? 'Enter a name.' : null,
    rulesetHash:
      input.type === 'policy_rules' && !HASH.test(input.configuration.ruleset_hash)
        ? 'Choose a ruleset, or enter its hash: 64 characters from 0 to 9 and a to f.'
        : null,
    count: countProblem(input),
  }
}

export function hasProblem({ name, rulesetHash, count }: GuardrailProblems): boolean {
  return name !== null || rulesetHash !== null || count !== null
}

/** Returns the number in a type's configuration; null for types without one. */
export function countOf(input: GuardrailInput): number | null {
  switch (input.type) {
    case 'policy_rules':
      return input.configuration.extraction_runs
    case 'consensus':
      return input.configuration.judges
    case 'consistency':
      return input.configuration.rephrasings
    default:
      return null
  }
}

export function withCount(input: GuardrailInput, count: number): GuardrailInput {
  switch (input.type) {
    case 'policy_rules':
      return { ...input, configuration: { ...input.configuration, extraction_runs: count } }
    case 'consensus':
      return { ...input, configuration: { ...input.configuration, judges: count } }
    case 'consistency':
      return { ...input, configuration: { ...input.configuration, rephrasings: count } }
    default:
      return input
  }
}

function countProblem(input: GuardrailInput): string | null {
  const count = countOf(input)
  if (count === null || !(input.type in COUNTS)) return null
  const { from, to } = COUNTS[input.type as keyof typeof COUNTS]
  return Number.isInteger(count) && count >= from && count <= to ? null : `Enter a whole number from ${from} to ${to}.`
}

/** Returns the members that the page can change. */
export function guardrailInput({ name, type, configuration }: Guardrail): GuardrailInput {
  return { name, type, configuration } as GuardrailInput
}

/** Reads an unsaved guardrail from this browser's storage, maybe of an older release; null unless it fits the type. */
export function readGuardrailInput(value: unknown, type: Guardrail['type']): GuardrailInput | null {
  if (typeof value !== 'object' || value === null) return null
  const { name, type: of, configuration } = value as Partial<Record<keyof GuardrailInput, unknown>>
  if (typeof name !== 'string' || of !== type || !GUARDRAIL_TYPES.includes(type)) return null
  if (typeof configuration !== 'object' || configuration === null) return null
  const members = startingGuardrail(type).configuration
  const fits = Object.entries(members).every(([member, start]) => {
    const stored = (configuration as Record<string, unknown>)[member]
    return start === null
      ? stored === null || stored === undefined || typeof stored === 'string'
      : typeof stored === typeof start
  })
  return fits ? (value as GuardrailInput) : null
}
