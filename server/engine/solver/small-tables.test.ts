import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { startSolver } from '../testing/ask'
import { answerEntry, REPERTOIRE } from '../testing/repertoire'
import { withSmallTables } from './small-tables'

const shipped = readFileSync(createRequire(import.meta.url).resolve('z3-solver/build/z3-built.wasm'))

test('small tables change a few constants and no length', { tags: 'thorough' }, () => {
  const changed = withSmallTables(shipped)
  expect(changed.length).toBe(shipped.length)
  const differing = changed.reduce((count, byte, i) => count + (byte === shipped[i] ? 0 : 1), 0)
  expect(differing).toBeGreaterThan(10)
  // Two constructors with five constants of two to four bytes.
  expect(differing).toBeLessThan(40)
})

test('a module without the tables is refused', () => {
  expect(() => withSmallTables(withSmallTables(shipped))).toThrow('0 tables of terms where 2 were expected')
  expect(() => withSmallTables(shipped.subarray(0, 1_000))).toThrow('0 tables')
})

test('answers and models equal those of the shipped module, even if steps run out', {
  tags: ['nightly'],
  timeout: 120_000,
}, () => {
  const [small, large] = [startSolver(), startSolver(new WebAssembly.Module(shipped))]
  // Only the need for memory may depend on the table size.
  const entries = REPERTOIRE.filter((one) => one.budget.solver_memory_mb >= 10)
  expect(entries.length).toBe(REPERTOIRE.length - 1)
  for (const one of entries) expect(answerEntry(small, one)).toBe(answerEntry(large, one))
})
