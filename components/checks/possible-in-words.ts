/** Words for the possible values of a report: "between 60 and 75 USD", "60 USD or 75 USD", "more than 60 USD". */
import type { EndText, PossibleTexts } from '../../server/engine/reports'

type Ends = Exclude<PossibleTexts, { readonly members: readonly string[] }>

export interface ValueWords {
  /** With its unit. */
  readonly whole: (value: string) => string
  /** Without it, before another value that has it. */
  readonly bare: (value: string) => string
  readonly kind: 'date' | 'timestamp' | 'number'
  readonly unit: string | null
}

/**
 * Null if it can be anything.
 * @param mayLack whether it may also have no value
 */
export function possibleInWords(possible: PossibleTexts, words: ValueWords, mayLack: boolean): string | null {
  const values = 'members' in possible ? possible.members : possible.values
  const listed = values?.map(words.whole) ?? [intervalInWords(possible as Ends, words)]
  if (listed.includes(null)) return null
  return joinAlternatives(mayLack ? [...listed, 'no value'] : listed)
}

function joinAlternatives(texts: readonly (string | null)[]): string {
  return texts.length < 2 ? (texts[0] ?? '') : `${texts.slice(0, -1).join(', ')} or ${texts.at(-1)}`
}

function intervalInWords(ends: Ends, words: ValueWords): string | null {
  const [from, to] = [ends.from, ends.to].map((end) => (end === null || isEndOfCalendar(end, words) ? null : end))
  if (from && to) {
    if (from.included && to.included) return `between ${words.bare(from.value)} and ${words.whole(to.value)}`
    return `${lowerEnd(from, words.bare, words.kind)} and ${upperEnd(to, words.whole, words.kind)}`
  }
  if (from) return lowerEnd(from, words.whole, words.kind)
  return to ? upperEnd(to, words.whole, words.kind) : null
}

/** An end near the first or last day that an unknown date may be says nothing about the policy. */
function isEndOfCalendar({ value }: EndText, { kind, unit }: ValueWords): boolean {
  if (kind !== 'number') return !/^(?!00|99)\d{4}-/.test(value)
  const [numerator, denominator = 1] = value.split('/').map(Number)
  const days = (Math.abs(numerator ?? 0) / denominator) * (DAYS_OF[unit ?? ''] ?? 0)
  return days > DAY_LIMIT
}

const PREPOSITIONS = { date: 'on', timestamp: 'at' } as const
/** Units of the time between two dates or timestamps. */
const DAYS_OF: Readonly<Record<string, number>> = { wk: 7, d: 1, h: 1 / 24, min: 1 / 1440, s: 1 / 86_400 }
const DAY_LIMIT = 300_000

function lowerEnd({ value, included }: EndText, say: ValueWords['whole'], kind: ValueWords['kind']): string {
  if (kind !== 'number') return included ? `${PREPOSITIONS[kind]} or after ${say(value)}` : `after ${say(value)}`
  return included ? `at least ${say(value)}` : `more than ${say(value)}`
}

function upperEnd({ value, included }: EndText, say: ValueWords['whole'], kind: ValueWords['kind']): string {
  if (kind !== 'number') return included ? `${PREPOSITIONS[kind]} or before ${say(value)}` : `before ${say(value)}`
  return included ? `at most ${say(value)}` : `less than ${say(value)}`
}
