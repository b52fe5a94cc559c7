import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { repetitions } from '../../testing/repetitions'
import { startSolver } from '../testing/ask'
import { answerEntry, REPERTOIRE } from '../testing/repertoire'
import { compileZ3 } from './z3-module'

/** Answers of a solver without any history. */
let expected: readonly string[]

beforeAll(() => {
  const module = compileZ3()
  expected = REPERTOIRE.map((entry) => answerEntry(startSolver(module), entry))
}, 120_000)

test('the expected answers include every kind', () => {
  const all = expected.join()
  for (const part of ['irrational', '"steps"', 'more than 2 MB', '"none"', '"x":']) expect(all).toContain(part)
})

test('answers and models are the same after any history', { tags: ['repeated'], timeout: 120_000 }, () => {
  const solver = startSolver()
  fc.assert(
    fc.property(fc.nat(REPERTOIRE.length - 1), (i) => {
      const entry = REPERTOIRE[i]
      if (entry !== undefined) expect(answerEntry(solver, entry)).toBe(expected[i])
    }),
    { numRuns: repetitions(150) },
  )
})

test('answers and models are the same in another process', { tags: ['nightly'], timeout: 120_000 }, async () => {
  const script = fileURLToPath(new URL('../testing/print-answers.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', script], { maxBuffer: 1 << 24 })
  expect(JSON.parse(stdout)).toEqual(expected)
})
