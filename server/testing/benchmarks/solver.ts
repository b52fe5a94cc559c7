/**
 * Measures start, restoring the state, questions about the example policies (with all, half and no claims unbound), and
 * resident memory after many questions. Run with
 *
 *     node --expose-gc --import { Meter } from '../../engine/core/meter'

import { Meter } from '../../engine/core/meter'
import tsx server/testing/benchmarks/solver.ts [questions]
 *
 * Every example policy is measured with all, half and no claims unbound; many questions show whether memory stays flat.
 */

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Meter } from '../../engine/core/meter'
import { FALSE, type Known, NONE, TRUE } from '../../engine/core/value'
import { Z3Machine } from '../../engine/solver/z3-machine'
import { compileZ3 } from '../../engine/solver/z3-module'
import { warmUp, Z3Solver } from '../../engine/solver/z3-solver'
import { EngineWorkers } from '../../engine/workers/engine-workers'
import { fromInteger } from '../../language/numeric/rational'
import { analyseRuleset } from '../../language/semantics/analyse'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { DEFAULT_LANGUAGE_LIMITS } from '../../language/text/limits'
import { builtInLibrary } from '../../language/units/unit-library'
import { median } from './interleave'

const BUDGET = { solver_steps: 200_000, solver_memory_mb: 256 }
const questions = Number(process.argv[2] ?? 20_000)

function timed<Result>(run: () => Result): readonly [result: Result, milliseconds: number] {
  const began = performance.now()
  const result = run()
  return [result, performance.now() - began]
}

function policies(): CheckedRuleset[] {
  const folder = fileURLToPath(new URL('../golden/policies', import.meta.url))
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((file) => {
    if (!file.endsWith('.tsr')) return []
    const { ruleset } = analyseRuleset(
      readFileSync(join(folder, file), 'utf8'),
      builtInLibrary(),
      DEFAULT_LANGUAGE_LIMITS,
    )
    return ruleset === null ? [] : [ruleset]
  })
}

function known(ruleset: CheckedRuleset, each: number): Known {
  return ruleset.inputs.map(({ type }, i) => {
    if (each === 0 || i % each !== 0) return null
    if (type.kind === 'boolean') return i % 2 === 0
    return type.kind === 'enum' ? (type.vocabulary[0] ?? null) : fromInteger(i * 7)
  })
}

function resident(): number {
  globalThis.gc?.()
  return process.memoryUsage.rss() / 1e6
}

const print = (line: string) => process.stdout.write(`${line}\n`)
const ms = (milliseconds: number) => `${milliseconds.toFixed(milliseconds < 10 ? 2 : 0)} ms`

const [module, compiling] = timed(compileZ3)
const [machine, starting] = timed(() => new Z3Machine(module, warmUp))
print(`compile the module ${ms(compiling)}, start and warm a machine ${ms(starting)} (${machine.version})`)
print(`restore the state ${ms(median(Array.from({ length: 200 }, () => timed(() => machine.begin(1_000, 256))[1])))}`)

const solver = new Z3Solver(module)
solver.warm()
const rulesets = policies()
const inquiries: (() => string)[] = []
for (const ruleset of rulesets)
  for (const each of [0, 2, 1])
    for (const [assertion, { unbridged }] of ruleset.assertions.entries()) {
      if (unbridged.length > 0) continue
      const inquiry = solver.inquire(ruleset, assertion, known(ruleset, each), BUDGET, new Meter(0))
      for (const wanted of [TRUE, FALSE | NONE]) inquiries.push(() => inquiry.find(wanted).status)
    }

const times: number[] = []
const statuses = new Map<string, number>()
for (let round = 0; round < 5; round++)
  for (const ask of inquiries) {
    const [status, milliseconds] = timed(ask)
    if (round > 0) times.push(milliseconds)
    if (round === 0) statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
times.sort((a, b) => a - b)
const at = (share: number) => ms(times[Math.floor(times.length * share)] ?? 0)
const counts = [...statuses].map(([status, count]) => `${count} ${status}`).join(', ')
print(
  `${rulesets.length} policies, ${inquiries.length} questions (${counts}): median ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}`,
)

for (let i = 0; i < questions; i++) {
  inquiries[i % inquiries.length]?.()
  if ((i + 1) % Math.ceil(questions / 10) === 0) print(`resident after ${i + 1} questions: ${resident().toFixed(0)} MB`)
}

const clock = { now: () => performance.now(), after: () => () => undefined }
const pool = new EngineWorkers<unknown, unknown>({
  jobs: new URL('../../engine/workers/testing/trial-jobs.ts', import.meta.url),
  entry: new URL('../../engine/workers/worker-entry.mjs', import.meta.url),
  solver: true,
  workers: 2,
  queue: 1_000,
  waitMs: 60_000,
  deadlineMs: 60_000,
  heapMb: 512,
  clock,
})
const before = resident()
const first = performance.now()
await pool.start()
const second = performance.now()
print(
  `first worker ready after ${ms(second - first)}, its module compiled in the background; ${(resident() - before).toFixed(0)} MB more`,
)
const trips: number[] = []
for (let i = 0; i < 1_000; i++) {
  const began = performance.now()
  await pool.run({ kind: 'echo', value: i })
  trips.push(performance.now() - began)
}
print(`a job there and back ${ms(median(trips))}`)
await pool.close()
