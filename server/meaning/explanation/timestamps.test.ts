import { describe, expect, it } from 'vitest'
import { Meter } from '../../engine/core/meter'
import { NEEDS_SOLVER } from '../../engine/decide/evidence'
import { compileProgram } from '../../engine/evaluate/program'
import { startSolver } from '../../engine/testing/ask'
import { openRuleset } from '../../engine/testing/open-text'
import { instantOf } from '../../language/numeric/instant'
import { explainAnswers } from './explanation'

const CLAIMS = 'version 1.4;\ndeclare received as timestamp;\ndeclare sent as timestamp;\n'
const solver = startSolver()

function explained(text: string, received: string | null, sent: string | null) {
  const source = `${CLAIMS}${text}\n`
  const known = [received, sent].map((value) => (value === null ? null : instantOf(value)))
  const explanation = explainAnswers(
    { program: compileProgram(openRuleset(source)), source, known, unbridged: new Map() },
    { assertion: null, fixed: new Set() },
    { solver, mode: 'tiers', budget: { solver_steps: 200_000, solver_memory_mb: 256 }, meter: new Meter(50_000_000) },
  )
  if (explanation === NEEDS_SOLVER) throw new Error('there is a solver')
  const [answer] = explanation.assertions
  return {
    proposed: answer!.wouldHoldIf.map(({ sentence }) => sentence),
    allowed: answer!.wouldHoldIf.flatMap(({ changes }) => changes.map(({ allowed }) => allowed)),
    settled: answer!.settledBy.map(({ sentence }) => sentence),
    decisive: answer!.decisive.flatMap(({ sentence }) => sentence),
    definitions: answer!.definitions.map(({ sentence }) => sentence),
  }
}

describe('an explanation with timestamps', () => {
  it('names the instants under which an assertion would hold', () => {
    const known = ['2026-03-01T09:30:00+01:00', '2026-03-04T10:00:00Z'] as const
    const answer = explained('let deadline = received + 72 "h";\nassert a { sent <= deadline };', ...known)
    expect(answer.proposed).toEqual([
      'It would hold if received were from 1 March 2026 at 10:00 UTC (it is 1 March 2026 at 08:30 UTC).',
      'It would hold if sent were up to 4 March 2026 at 08:30 UTC (it is 4 March 2026 at 10:00 UTC).',
    ])
    expect(answer.allowed[1]).toEqual([
      {
        from: { value: '0001-01-01T00:00:00Z', included: true },
        to: { value: '2026-03-04T08:30:00Z', included: true },
      },
    ])
    expect(answer.definitions).toEqual(['‘deadline’ is 4 March 2026 at 08:30 UTC.'])
  })

  it('names the instants that settle an answer', () => {
    const condition = 'And(sent < 2026-03-01T00:00:00Z, received > 2026-01-01T00:00:00Z)'
    expect(explained(`assert a { ${condition} };`, null, null).settled).toEqual([
      'With received up to 1 January 2026 at 00:00 UTC the answer is FALSE, whatever else is unknown.',
      'With sent from 1 March 2026 at 00:00 UTC the answer is FALSE, whatever else is unknown.',
    ])
  })

  it('names an instant of the right day', () => {
    const known = ['2026-03-01T09:30:00+01:00', '2026-03-04T10:00:00Z'] as const
    const answer = explained('assert a { DateOf(sent, "+01:00") == DateOf(received, "Z") };', ...known)
    expect(answer.proposed).toEqual([
      'It would hold if received were 4 March 2026 at 00:00 UTC (it is 1 March 2026 at 08:30 UTC).',
      'It would hold if sent were 28 February 2026 at 23:00 UTC (it is 4 March 2026 at 10:00 UTC).',
    ])
    expect(answer.decisive).toEqual([
      'This does not hold: the date of sent at UTC+01:00 is the same day as the date of received in UTC.',
    ])
  })
})
