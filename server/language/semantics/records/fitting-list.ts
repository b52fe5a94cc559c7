/**
 * How many entries the largest list of a ruleset can have within the budget of parts. Quantifiers over lists are written
 * out, so the number of parts is a polynomial of the number of entries: it is computed from small lists and verified.
 */
import { isGroup } from '../../syntax/statements/types'
import type { DeclaredGroup, Field, Ruleset, UpTo } from '../../syntax/syntax'
import type { LanguageLimits, LimitExceeded } from '../../text/limits'

/** Analyses a text under other limits. */
type Analyse = (text: string, limits: LanguageLimits) => LimitExceeded | null

interface List {
  readonly path: string
  readonly upTo: UpTo
}

/** Powers higher than the third would need four lists in each other. */
const SIZES = [3, 5, 8, 12]
/** The parts of Min and Max double with each entry, so few entries fit. */
const MAX_TRIED = 24

/** Null if no size of that list alone fits, or if that is not found soon. */
export function fittingList(
  text: string,
  syntax: Ruleset,
  limits: LanguageLimits,
  analyse: Analyse,
): { readonly path: string; readonly most: number } | null {
  const list = largestOf(syntax)
  if (list === null || list.upTo.count <= SIZES.at(-1)!) return null
  const { path, upTo } = list
  const sized = (count: number) => `${text.slice(0, upTo.start)}up to ${count}${text.slice(upTo.end)}`
  const points = SIZES.map((count) => [count, countParts(sized(count), limits, analyse)] as const)
  const fits = (count: number) => analyse(sized(count), limits)?.budget !== 'expression_nodes'
  const guess = largestWithin(points, limits.expression_nodes, upTo.count)
  if (guess >= 1 && fits(guess) && !fits(guess + 1)) return { path, most: guess }
  let most = 0
  while (most < Math.min(MAX_TRIED, upTo.count) && fits(most + 1)) most++
  return most === 0 || most === MAX_TRIED ? null : { path, most }
}

/** Counted by a budget that is always exceeded. */
function countParts(text: string, limits: LanguageLimits, analyse: Analyse): number {
  return analyse(text, { ...limits, expression_nodes: 0 })?.actual ?? 0
}

function largestWithin(
  points: readonly (readonly [size: number, partCount: number])[],
  limit: number,
  declared: number,
) {
  let [low, high] = [0, declared]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (interpolated(points, middle) <= limit) low = middle
    else high = middle
  }
  return low
}

/** The value at `at` of the polynomial through the points (Lagrange). */
function interpolated(points: readonly (readonly [size: number, partCount: number])[], at: number): number {
  return points.reduce((sum, [size, partCount], i) => {
    const others = points.filter((_, j) => j !== i)
    return sum + others.reduce((product, [other]) => (product * (at - other)) / (size - other), partCount)
  }, 0)
}

function largestOf(syntax: Ruleset): List | null {
  const lists = syntax.statements.flatMap((statement) =>
    statement.kind === 'declare-group' ? listsIn(statement.name.name, statement.group) : [],
  )
  const [first, ...others] = lists
  return first === undefined
    ? null
    : others.reduce((best, list) => (list.upTo.count > best.upTo.count ? list : best), first)
}

function listsIn(path: string, group: DeclaredGroup): readonly List[] {
  if (group.kind === 'record') return listsOfFields(path, group.fields)
  const own = group.upTo === null ? [] : [{ path, upTo: group.upTo }]
  return isFields(group.entry) ? [...own, ...listsOfFields(path, group.entry)] : own
}

function listsOfFields(path: string, fields: readonly Field[]): readonly List[] {
  return fields.flatMap(({ name, type }) => (isGroup(type) ? listsIn(`${path}.${name.name}`, type) : []))
}

function isFields(entry: Extract<DeclaredGroup, { kind: 'list' }>['entry']): entry is readonly Field[] {
  return Array.isArray(entry)
}
