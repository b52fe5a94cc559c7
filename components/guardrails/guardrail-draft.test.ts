import { describe, expect, it } from 'vitest'
import { guardrailRequest } from '../../server/api/schemas/guardrail'
import { GUARDRAIL_TYPES } from '../../server/api/terms/guardrail-terms'
import { COUNTS, countOf, guardrailProblems, hasProblem, withCount } from './guardrail-draft'
import { startingGuardrail } from './guardrail-words'
import type { GuardrailInput } from './targets/target-data'

const HASH = 'a'.repeat(64)

function filled(input: GuardrailInput): GuardrailInput {
  const named = { ...input, name: 'n' }
  return named.type === 'policy_rules'
    ? { ...named, configuration: { ...named.configuration, ruleset_hash: HASH } }
    : named
}

describe.each(GUARDRAIL_TYPES)('%s', (type) => {
  it('is accepted by the contract once the page finds no problem', () => {
    const input = filled(startingGuardrail(type))
    expect(hasProblem(guardrailProblems(input))).toBe(false)
    expect(guardrailRequest.safeParse(input).success).toBe(true)
  })

  it('needs a name', () => {
    expect(guardrailProblems(startingGuardrail(type, ' ')).name).not.toBeNull()
  })
})

it('policy rules need a hash', () => {
  const input = startingGuardrail('policy_rules', 'n')
  expect(guardrailProblems(input).rulesetHash).not.toBeNull()
  expect(guardrailRequest.safeParse(input).success).toBe(false)
})

describe.each(['policy_rules', 'consensus', 'consistency'] as const)('the number of %s', (type) => {
  const { from, to } = COUNTS[type]
  it.each([from - 1, from, to, to + 1, 2.5, Number.NaN])('%d is judged as in the contract', (count) => {
    const input = withCount(filled(startingGuardrail(type)), count)
    expect(countOf(input)).toBe(count)
    expect(guardrailProblems(input).count === null).toBe(guardrailRequest.safeParse(input).success)
  })
})
