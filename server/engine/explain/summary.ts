/** Begins with the subject of the rules, so that rulesets differ in a list. Runs in the browser too. */
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { publicName } from './claim-facts'
import { joinSeries, visibleLine } from './english/clause'
import { capitalise, humaniseName, Names } from './english/names'

/** Assertions, or claims, that are named. */
const MAX_NAMED = 3

export function renderSummary(ruleset: CheckedRuleset): string {
  return summariseNames(new Names(ruleset))
}

export function summariseNames(names: Names): string {
  const { assertions, shares } = names.ruleset
  if (assertions.length === 0 && shares !== undefined) return `Library: ${listInWords(shares.names)}.`
  const clauses = [`${summarySubject(names)}: ${countInWords(assertions.length, 'assertion')} ${claimsClause(names)}`]
  const byPolicy = assertions.filter(({ policy, unbridged }) => policy !== 'neutral' && unbridged.length === 0).length
  if (byPolicy > 0)
    clauses.push(
      `${byPolicy === 1 ? '1 answer is' : `${byPolicy} answers are`} resolved by policy where something is unknown`,
    )
  const never = assertions.filter(({ unbridged }) => unbridged.length > 0).length
  if (never > 0) clauses.push(`${never === 1 ? '1 is' : `${never} are`} never decided, for want of a unit conversion`)
  const { reports } = names.ruleset
  if (reports.length > 0) {
    const named = reports.slice(0, MAX_NAMED).map(({ name }) => names.spoken(name))
    const more = reports.length - named.length
    const list = more > 0 ? `${named.join(', ')} and ${more} more` : joinSeries(named, 'and')
    clauses.push(`${countInWords(reports.length, 'value')} reported (${list})`)
  }
  return `${clauses.join('; ')}.`
}

function summarySubject({ ruleset: { assertions } }: Names): string {
  return capitalise(listInWords(assertions.map(({ name }) => name)))
}

function listInWords(names: readonly string[]): string {
  const named = names.slice(0, MAX_NAMED).map((name) => visibleLine(humaniseName(name) || name))
  const more = names.length - named.length
  return more > 0 ? `${named.join(', ')} and ${more} more` : joinSeries(named, 'and')
}

function claimsClause(names: Names): string {
  const { inputs, assertions } = names.ruleset
  const seen = new Set<string>()
  const claims = inputs.flatMap(({ kind, name }, index) => {
    const isNew = kind === 'claim' && !seen.has(publicName(name))
    seen.add(publicName(name))
    return isNew ? [index] : []
  })
  if (claims.length === 0) return 'about no claims'
  const uses = new Map<number, number>()
  for (const { reads } of assertions) for (const index of reads) uses.set(index, (uses.get(index) ?? 0) + 1)
  const most = [...claims].sort((a, b) => (uses.get(b) ?? 0) - (uses.get(a) ?? 0) || a - b).slice(0, MAX_NAMED)
  const named = joinSeries(
    most.sort((a, b) => a - b).map((index) => names.spoken(publicName(names.input(index).name))),
    'and',
  )
  return `about ${countInWords(claims.length, 'claim')}${claims.length > MAX_NAMED ? `, among them ${named}` : ` (${named})`}`
}

function countInWords(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`
}
