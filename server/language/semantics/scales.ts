/**
 * Warns if an ordered vocabulary contradicts the usual order of its words. Only a warning, because any order may be
 * meant. Members of no scale are ignored.
 */
import { quoteText } from '../syntax/string-literal'
import type { TextLiteral } from '../syntax/syntax'
import type { Checking } from './checking'

/** Lowest first. */
const SCALES: readonly (readonly string[])[] = [
  ['none', 'very low', 'low', 'medium', 'high', 'very high', 'critical'],
  ['none', 'low', 'moderate', 'high', 'critical'],
  ['none', 'negligible', 'minor', 'moderate', 'major', 'severe', 'catastrophic'],
  ['info', 'warning', 'error', 'fatal'],
  ['small', 'medium', 'large'],
  ['never', 'rarely', 'sometimes', 'often', 'always'],
  ['very poor', 'poor', 'fair', 'good', 'very good', 'excellent'],
  ['weak', 'moderate', 'strong'],
  ['bronze', 'silver', 'gold', 'platinum'],
  ['public', 'internal', 'confidential', 'secret', 'top secret'],
  ['public', 'internal', 'restricted'],
  ['basic', 'standard', 'premium'],
  ['trainee', 'junior', 'senior', 'principal'],
  ['beginner', 'intermediate', 'advanced', 'expert'],
  ['unlikely', 'possible', 'likely', 'certain'],
  ['first', 'second', 'third', 'fourth', 'fifth'],
  ['low', 'middle', 'high'],
  ['low', 'mid', 'high'],
  ['cold', 'warm', 'hot'],
  'january february march april may june july august september october november december'.split(' '),
  'jan feb mar apr may jun jul aug sep oct nov dec'.split(' '),
  'monday tuesday wednesday thursday friday saturday sunday'.split(' '),
]

/** Credit ratings, lowest first; only `A`, `B` and `C` may mean anything. */
const RATINGS = ['d', 'c', 'cc', 'ccc', 'b', 'bb', 'bbb', 'a', 'aa', 'aaa']

/** Prefixes that count upwards. Priorities and severities often count downwards. */
const COUNTED = /^(|q|quarter|h|fy|year|week|w|day|month|phase|step|stage|v|version|release)$/i

export function warnOfScale(c: Checking, members: readonly TextLiteral[]): void {
  const vocabulary = members.map(({ value }) => value)
  if (runsDownwards(vocabulary)) warnDownwards(c, members)
  else warnOfNumbers(c, members)
}

function warnDownwards(c: Checking, members: readonly TextLiteral[]): void {
  const [first, last] = [members[0]!, members.at(-1)!]
  const edits = reorderEdits(members, members.toReversed())
  c.report.add(
    'downward-scale',
    { start: first.start, end: last.end },
    [first.value, last.value],
    [{ title: `Write ${quoteText(last.value)} first`, edits }],
  )
}

function reorderEdits(members: readonly TextLiteral[], order: readonly TextLiteral[]) {
  return members.map(({ start, end }, index) => ({ start, end, text: quoteText(order[index]!.value) }))
}

/** Numbers out of order: `["10", "9", "100"]` and `["Q4", "Q3"]`. */
function warnOfNumbers(c: Checking, members: readonly TextLiteral[]): void {
  const numbers = members.map(({ value }) => readNumbered(value))
  const [first] = numbers
  if (members.length < 2 || first == null || !COUNTED.test(first.before)) return
  if (numbers.some((one) => one === null || one.before !== first.before || one.after !== first.after)) return
  const sizes = numbers.map((one) => one?.size ?? 0)
  if (sizes.every((size, i) => i === 0 || size > sizes[i - 1]!)) return
  if (sizes.every((size, i) => i === 0 || size < sizes[i - 1]!)) {
    warnDownwards(c, members)
    return
  }
  const sorted = members.toSorted((a, b) => (readNumbered(a.value)?.size ?? 0) - (readNumbered(b.value)?.size ?? 0))
  const span = { start: members[0]!.start, end: members.at(-1)!.end }
  const title = `Write them by size: ${sorted.map(({ value }) => quoteText(value)).join(', ')}`
  c.report.add(
    'order-by-writing',
    span,
    [members.map(({ value }) => value)],
    [{ title, edits: reorderEdits(members, sorted) }],
  )
}

function readNumbered(value: string): { before: string; size: number; after: string } | null {
  const [, before = '', digits, after = ''] =
    /^\s*([A-Za-z]*)[\s_-]*(\d{1,12}(?:\.\d{1,6})?)\s*(\D*)$/.exec(value) ?? []
  return digits === undefined ? null : { before: before.toLowerCase(), size: Number(digits), after }
}

function runsDownwards(vocabulary: readonly string[]): boolean {
  const words = vocabulary.map((member) =>
    member
      .toLowerCase()
      .replace(/[\s_-]+/g, ' ')
      .trim(),
  )
  const scales = words.some((word) => /^([abc])\1+$/.test(word)) ? [...SCALES, RATINGS] : SCALES
  return scales.some((scale) => {
    const positions = words.map((word) => scale.indexOf(word)).filter((position) => position >= 0)
    return positions.length > 1 && positions.every((position, i) => i === 0 || position < positions[i - 1]!)
  })
}
