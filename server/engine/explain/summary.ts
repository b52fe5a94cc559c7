/** Begins with the subject of the rules, so that rulesets differ in a list. Runs in the browser too. */
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { joinSeries } from './english/clause'
import { capitalise, humaniseName, Names } from './english/names'
import { visibleLine } from './english/visible-text'

/** Assertions, or claims, that are named. */
const MAX_NAMED = 3

export function renderSummary(ruleset: CheckedRuleset): string {
  return summariseNames(new Names(ruleset))
}

export function summariseNames(names: Names): string {
  const { assertions } = names.ruleset
  const clauses = [`${summarySubject(names)}: ${countInWords(assertions.length, 'assertion')} ${claimsClause(names)}`]
  const byPolicy = assertions.filter(({ policy, unbridged }) => policy !== 'neutral' && unbridged.length === 0).length
  if (byPolicy > 0)
    clauses.push(
      `${byPolicy === 1 ? '1 answer is' : `${byPolicy} answers are`} resolved by policy where something is unknown`,
    )
  const never = assertions.filter(({ unbridged }) => unbridged.length > 0).length
  if (never > 0) clauses.push(`${never === 1 ? '1 is' : `${never} are`} never decided, for want of a unit conversion`)
  return `${clauses.join('; ')}.`
}

function summarySubject({ ruleset: { assertions } }: Names): string {
  const named = assertions.slice(0, MAX_NAMED).map(({ name }) => visibleLine(humaniseName(name) || name))
  const more = assertions.length - named.length
  return capitalise(more > 0 ? `${named.join(', ')} and ${more} more` : joinSeries(named, 'and'))
}

function claimsClause(names: Names): string {
  const { inputs, assertions } = names.ruleset
  const claims = inputs.flatMap((input, index) => (input.kind === 'claim' ? [index] : []))
  if (claims.length === 0) return 'about no claims'
  const uses = new Map<number, number>()
  for (const { reads } of assertions) for (const index of reads) uses.set(index, (uses.get(index) ?? 0) + 1)
  const most = [...claims].sort((a, b) => (uses.get(b) ?? 0) - (uses.get(a) ?? 0) || a - b).slice(0, MAX_NAMED)
  const named = joinSeries(
    most.sort((a, b) => a - b).map((index) => names.spoken(names.input(index).name)),
    'and',
  )
  return `about ${countInWords(claims.length, 'claim')}${claims.length > MAX_NAMED ? `, among them ${named}` : ` (${named})`}`
}

function countInWords(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`
}
