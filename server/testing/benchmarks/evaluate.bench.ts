/**
 * Measures evaluating and deciding bound claims. Run with `npx tsx server/testing/benchmarks/evaluate.bench.ts`. Inputs
 * are made once and change on every call.
 */

import { Meter } from '../../engine/core/meter'
import type { Known } from '../../engine/core/value'
import { decideAll } from '../../engine/decide/decide'
import { makeInput, random, touchstoneSource } from './subject'
import { BENCH_LIMITS, compileBench } from './touchstone'

const ASSERTIONS_PER_GROUP = 12
const ROUNDS = 9

/** Returns median nanoseconds per assertion. */
function measure(assertions: number, work: (call: number) => void): number {
  const calls = Math.ceil(1_000_000 / assertions)
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const began = process.hrtime.bigint()
    for (let call = 0; call < calls; call++) work(call)
    times.push(Number(process.hrtime.bigint() - began) / calls / assertions)
  }
  return times.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)]!
}

function bench(groups: number): { bind: number; evaluate: number; decide: number } {
  const { compiled } = compileBench(touchstoneSource(groups))
  const { program, binder } = compiled
  const next = random(7)
  const inputs = Array.from({ length: groups > 20 ? 16 : 512 }, () => makeInput(groups, next))
  const known: Known[] = inputs.map((input) => {
    const binding = binder.bind(input)
    if (!binding.ok) throw new Error('a benchmark input was rejected')
    return binding.known
  })
  const assertions = groups * ASSERTIONS_PER_GROUP
  const meter = new Meter(Number.MAX_SAFE_INTEGER)
  const tools = { solver: null, mode: 'tiers', budget: BENCH_LIMITS, meter } as const
  const outcomes = new Uint8Array(assertions)
  const evaluate = (call: number) => {
    const run = program.begin(known[call % known.length]!, meter)
    for (let i = 0; i < assertions; i++) outcomes[i] = program.evaluateMore(i, run)
  }
  const decide = (call: number) => decideAll(program, known[call % known.length]!, new Map(), tools)
  return {
    bind: measure(assertions, (call) => binder.bind(inputs[call % inputs.length]!)),
    evaluate: measure(assertions, evaluate),
    decide: measure(assertions, decide),
  }
}

for (const groups of [1, 10, 100]) {
  const { bind, evaluate, decide } = bench(groups)
  console.log(
    `${String(groups * ASSERTIONS_PER_GROUP).padStart(5)} assertions, ns each: ` +
      `bind ${bind.toFixed(1)}, evaluate ${evaluate.toFixed(1)}, decide ${decide.toFixed(1)}`,
  )
}
