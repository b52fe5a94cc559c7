import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { splitClauses } from '../../documents/split-clauses'
import { normalizeText } from '../../documents/text-lines'
import { NEEDS_SOLVER } from '../../engine/decide/evidence'
import { type CallDecision, decideCall } from '../../guard/decide-call'
import { isJsonObject, type JsonObject } from '../../guard/json-path'
import type { GuardedCall, LookedUp } from '../../guard/prepared-guard'
import { type LosslessJson, readJson, writeJson } from '../../language/numeric/lossless-json'
import { AIRLINE_FOLDER, guardTools, readAirlineGuards } from './airline-guards'

const expected = z.strictObject({
  decision: z.enum(['pass', 'ask', 'refuse']),
  code: z.string().optional(),
  rule: z.string().nullable().optional(),
  clauses: z.array(z.string()).optional(),
  unknown: z.array(z.string()).optional(),
  arguments: z.unknown().optional(),
})

const guards = readAirlineGuards()
const folder = path.join(AIRLINE_FOLDER, 'calls')
const files = readdirSync(folder).sort()

function objectOf(value: LosslessJson | undefined): JsonObject {
  if (!isJsonObject(value)) throw new Error('expected an object')
  return value
}

function readCall(file: string) {
  const read = readJson(readFileSync(path.join(folder, file), 'utf8'))
  if ('problem' in read) throw new Error(read.problem.message)
  const { name, tool, arguments: values, lookups, expect: wanted } = objectOf(read.value)
  const lookedUp = Object.entries(objectOf(lookups)).map(([each, value]): [string, LookedUp] => [
    each,
    value === null ? { failed: 'no answer in time' } : { value },
  ])
  const call: GuardedCall = { arguments: objectOf(values), lookups: new Map(lookedUp), session: {} }
  return { name, guard: guards.get(String(tool))!, call, wanted: expected.parse(JSON.parse(writeJson(wanted))) }
}

function decide(file: string, proposed?: JsonObject): CallDecision {
  const { guard, call } = readCall(file)
  const decision = decideCall(guard, { ...call, arguments: proposed ?? call.arguments }, guardTools())
  if (decision === NEEDS_SOLVER) throw new Error('the tools have a solver')
  return decision
}

/** The decision in the form of a recorded call. */
function resultOf(decision: CallDecision): z.infer<typeof expected> {
  if (decision.decision === 'pass') return { decision: 'pass' }
  const { code, assertion, clauses, unknown, nearest } = decision.refusal
  return {
    decision: decision.decision,
    code,
    rule: assertion,
    clauses: clauses.map(({ clause }) => clause),
    ...(unknown.length > 0 ? { unknown: unknown.map(({ claim }) => claim) } : {}),
    arguments: nearest.arguments === null ? null : JSON.parse(writeJson(nearest.arguments)),
  }
}

describe('the recorded calls of the airline example', () => {
  it.each(files)('%s', (file) => {
    const decision = decide(file)
    expect(resultOf(decision)).toEqual(readCall(file).wanted)
    const proposed = decision.decision === 'pass' ? null : decision.refusal.nearest.arguments
    if (proposed !== null) expect(decide(file, proposed).decision).toBe('pass')
  })

  it('pass, are refused and are asked about for every tool and rule', () => {
    const calls = files.map((file) => readCall(file))
    for (const [tool, guard] of guards) {
      const own = calls.filter((call) => call.guard === guard)
      const decisions = new Set(own.map(({ wanted }) => wanted.decision))
      expect([tool, decisions.has('pass'), decisions.has('refuse')]).toEqual([tool, true, true])
      const broken = own.flatMap(({ wanted }) => (wanted.code === 'RULE_BROKEN' ? [wanted.rule] : []))
      const rules = guard.compiled.ruleset.assertions.map(({ name }) => name)
      const untried = rules.filter((rule) => !broken.includes(rule))
      // Two rules differ from a tried one only in the kind of payment.
      expect(untried).toEqual(tool === 'book_reservation' ? ['credit_cards_allowed', 'gift_cards_allowed'] : [])
    }
  })
})

it('every rule of the airline example cites a clause of its policy, and no text has a warning', () => {
  const text = normalizeText(readFileSync(path.join(AIRLINE_FOLDER, 'policy.md'), 'utf8'))
  const labels = splitClauses(text).map(({ label }) => label)
  for (const { compiled } of guards.values()) {
    expect(compiled.diagnostics).toEqual([])
    const { citations = [], assertions } = compiled.ruleset
    expect(new Set(citations.map(({ name }) => name))).toEqual(new Set(assertions.map(({ name }) => name)))
    for (const { clause } of citations) expect(labels).toContain(clause)
  }
})
