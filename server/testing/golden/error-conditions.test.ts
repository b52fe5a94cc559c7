import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ERRORS, type ErrorCode } from '../../api/terms/errors'
import { DEFAULT_BUDGETS } from '../../config/budgets'
import { ERROR_CONDITIONS } from './error-conditions'
import { readWireCases } from './wire-case'

const root = path.resolve(import.meta.dirname, '../../..')
const wire = new Map(readWireCases().map(({ name, case: wireCase }) => [name, wireCase]))

describe('every condition of a refusal is shown over the wire', () => {
  it.each(
    ERROR_CONDITIONS.map((row) => [`${row.status} ${row.code} ${row.budget ?? ''} ${row.condition}`, row] as const),
  )('%s', (_, { status, code, budget, cases = [], tests = [] }) => {
    expect(cases.length + tests.length).toBeGreaterThan(0)
    for (const name of cases) {
      const shown = wire.get(name)
      expect(shown?.status, name).toBe(status)
      expect(shown?.expect, name).toMatchObject({ error: { code, ...(budget !== undefined && { budget }) } })
    }
    for (const { file, title } of tests) expect(readFileSync(path.join(root, file), 'utf8')).toContain(title)
  })

  it('with every status of each code', () => {
    const known = Object.entries(ERRORS).flatMap(([code, { statuses }]) =>
      statuses.map((status) => `${code} ${status}`),
    )
    const shown = ERROR_CONDITIONS.map(({ code, status }) => `${code} ${status}`)
    expect([...new Set(shown)].sort()).toEqual(known.sort())
  })

  it('with every budget', () => {
    const shown = ERROR_CONDITIONS.flatMap(({ budget }) => budget ?? [])
    // Beyond its share of solver steps an assertion is UNKNOWN, without a refusal. The guardrail platform has its own
    // envelope.
    const others = ['solver_steps', 'frame_bytes', 'waiting_frames', 'waiting_frames_total']
    const refused = Object.keys(DEFAULT_BUDGETS).filter((budget) => !others.includes(budget))
    expect([...new Set(shown)].sort()).toEqual(refused.sort())
  })

  it('with every code', () => {
    const codes = Object.keys(ERRORS) as ErrorCode[]
    expect(codes.filter((code) => !ERROR_CONDITIONS.some((row) => row.code === code))).toEqual([])
  })
})
