import { expect, it } from 'vitest'
import { type Analysis, exampleOf, whyNoExample } from './analysis'

const witness = { claims: { amount: '100' }, sentence: 'amount is 100' }
const ANALYSIS: Analysis = {
  ...{ ok: true, ruleset_hash: 'a'.repeat(64), unit_library_hash: null },
  findings: [
    {
      ...{ kind: 'never_false', severity: 'warning', sentence: 'Always can never be FALSE.', assertions: ['always'] },
      ...{ claims: [], definitions: [], place: null },
    },
  ],
  examples: [
    { assertion: 'small', true_when: witness, false_when: null },
    { assertion: 'always', true_when: witness, false_when: null },
  ],
  open: [
    {
      ...{ question: 'which case makes Small FALSE', assertions: ['small'], budget: 'solver_steps' },
      sentence: 'Not decided within the budget.',
    },
  ],
  versions: {
    ...{ engine: 'touchstone', engine_version: '0', language_version: '1.3', service_version: '0', wire_version: '1' },
    supported_language_versions: ['1.3'],
  },
}

it('returns the case of an assertion on one side, or null', () => {
  expect(exampleOf(ANALYSIS, 'small', 'TRUE')).toBe(witness)
  expect(exampleOf(ANALYSIS, 'small', 'FALSE')).toBeNull()
  expect(exampleOf(ANALYSIS, 'other', 'TRUE')).toBeNull()
})

it('says why there is no example: a proof, an undecided question, or an ended search', () => {
  expect(whyNoExample(ANALYSIS, 'always', 'FALSE')).toBe('Always can never be FALSE.')
  expect(whyNoExample(ANALYSIS, 'small', 'FALSE')).toBe('Not decided within the budget.')
  expect(whyNoExample(ANALYSIS, 'always', 'TRUE')).toContain('before one was found')
})
