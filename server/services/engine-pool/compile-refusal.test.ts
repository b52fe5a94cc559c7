import { describe, expect, test } from 'vitest'
import { DEFAULT_BUDGETS } from '../../config/budgets'
import { JobRunner } from './run-job'

const NO_SOLVER = () => {
  throw new Error('compiling asks no solver')
}

function refusal(source: string) {
  const answer = new JobRunner({ solver: NO_SOLVER }).run({
    kind: 'compile',
    ruleset: { hash: '', source },
    library: { hash: null, converters: [] },
    limits: DEFAULT_BUDGETS,
  })
  if (answer.status !== 'refused') throw new Error(`expected a refusal, not ${answer.status}`)
  return answer.refusal
}

const undeclared = (count: number) => Array.from({ length: count }, (_, i) => `assert a${i} { x${i} };\n`).join('')

describe('a source that does not compile', () => {
  test('lists all of 100 diagnostics and does not mention a cut', () => {
    const { message, details } = refusal(undeclared(100))
    expect(details.diagnostics).toHaveLength(100)
    expect(message).toMatch(/^The ruleset has 100 errors\. The first is on line 1: /)
    expect(message).not.toContain('listed')
  })

  test('lists the first 100 of more diagnostics and their number', () => {
    const { message, details } = refusal(undeclared(101))
    expect(details.diagnostics?.map(({ line }) => line)).toEqual(Array.from({ length: 100 }, (_, i) => i + 1))
    expect(message).toMatch(
      /^The ruleset has 101 errors\. .* The first 100 of 101 diagnostics are listed, errors before/,
    )
  })

  test('says "more than" if the analysis itself stopped reporting', () => {
    const { message, details } = refusal(';'.repeat(5_000))
    expect(details.diagnostics).toHaveLength(100)
    expect(message).toMatch(/^The ruleset has more than 1000 errors\. .* The first 100 of more than 1000 diagnostics/)
  })

  test('lists an error that comes after 150 warnings', () => {
    const unused = Array.from({ length: 150 }, (_, i) => `declare b${i} as boolean;\n`).join('')
    const { message, details } = refusal(`${unused}assert a { missing };\n`)
    expect(details.diagnostics?.[0]).toMatchObject({ severity: 'error', line: 151 })
    expect(details.diagnostics?.slice(1).every(({ severity }) => severity === 'warning')).toBe(true)
    expect(details.diagnostics).toHaveLength(100)
    expect(message).toMatch(/^The ruleset has 1 error\. .* The first 100 of 151 diagnostics are listed/)
  })
})
