/**
 * `npm run airline-runs -- <clone of sierra-research/tau-bench> [first|second|all] [list]` runs the guards of the airline
 * example over recorded calls, and prints what they would have refused. The first half of the runs is for development.
 */
import { NEEDS_SOLVER } from '../../engine/decide/evidence'
import { type CallDecision, decideCall } from '../../guard/decide-call'
import { guardTools, readAirlineGuards } from '../golden/airline-guards'
import { AirlineLookups } from './looked-up'
import { RecordedRuns } from './recorded-runs'

const [clone, half = 'all', list] = process.argv.slice(2)
if (clone === undefined || !['first', 'second', 'all'].includes(half)) {
  console.error('usage: npm run airline-runs -- <clone of sierra-research/tau-bench> [first|second|all] [list]')
  process.exit(2)
}

const guards = readAirlineGuards()
const recorded = new RecordedRuns(clone)
const all = recorded.list(new Set(guards.keys()))
const middle = all.length / 2
const runs = half === 'first' ? all.slice(0, middle) : half === 'second' ? all.slice(middle) : all

function kindOf(decision: CallDecision): 'breach' | 'clean' | 'open' {
  if (decision.decision === 'pass') return 'clean'
  return decision.refusal.code === 'RULE_OPEN' ? 'open' : 'breach'
}

const kinds = { breach: 0, clean: 0, open: 0 }
const rules = new Map<string, number>()
const failedWithBreach = new Set<number>()
let proposed = 0
for (const run of runs) {
  const lookups = new AirlineLookups(recorded.records)
  for (const call of run.applied) {
    const guard = guards.get(call.tool)!
    const guarded = lookups.callOf(call)
    const decision = decideCall(guard, guarded, guardTools())
    if (decision === NEEDS_SOLVER) throw new Error('the tools have a solver')
    lookups.apply(call)
    const kind = kindOf(decision)
    kinds[kind]++
    if (decision.decision === 'pass') continue
    const { assertion, clauses, nearest } = decision.refusal
    const rule = `${kind} ${assertion ?? 'arguments'} (${clauses.map(({ clause }) => clause).join(', ')})`
    rules.set(rule, (rules.get(rule) ?? 0) + 1)
    if (kind === 'breach' && run.hasFailed) failedWithBreach.add(run.number)
    if (nearest.arguments !== null) {
      proposed++
      const again = decideCall(guard, { ...guarded, arguments: nearest.arguments }, guardTools())
      if (again === NEEDS_SOLVER || again.decision !== 'pass') throw new Error('a proposal does not pass')
    }
    if (list === 'list') console.log(`${run.number} ${call.tool} ${rule}`)
  }
}

const failed = runs.filter(({ hasFailed }) => hasFailed).length
console.log(`${runs.length} runs, ${kinds.breach + kinds.clean + kinds.open} applied calls of ${guards.size} tools`)
console.log(`breaches refused ${kinds.breach}, clean passed ${kinds.clean}, open ${kinds.open}`)
console.log(`${failedWithBreach.size} of ${failed} failed runs have a breach`)
console.log(`${proposed} refusals propose other arguments, and all of these pass`)
for (const [rule, count] of [...rules].sort()) console.log(`  ${count} ${rule}`)
