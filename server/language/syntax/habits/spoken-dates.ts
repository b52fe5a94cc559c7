/** Dates of other notations in several words: `1 February 2024`, `February 1, 2024` and SQL's `DATE '2024-02-01'`. */
import { replaceFix } from '../../messages/report'
import { readDate } from '../../numeric/calendar'
import type { Cursor } from '../cursor'
import { dateReadings } from '../date-shape'
import type { Expression } from '../syntax'
import * as T from '../token'

const MONTHS = 'january february march april may june july august september october november december'.split(' ')

/** Null if no such date is here. */
export function parseSpokenDate(p: Cursor): Expression | null {
  if (p.words.version !== '1.4') return null
  const spoken = dayFirst(p) ?? monthFirst(p) ?? sqlDate(p)
  if (spoken === null) return null
  const { date, tokens } = spoken
  const span = { start: p.start, end: p.tokens.ends[p.index + tokens - 1]! }
  const written = p.text.slice(span.start, span.end)
  p.report.add('date-form', span, [written, [date]], [replaceFix(`Write ${date}`, span, date)])
  for (let i = 0; i < tokens; i++) p.take()
  p.height = 1
  return { kind: 'date', text: date, day: readDate(date), ...span }
}

interface Spoken {
  readonly date: string
  readonly tokens: number
}

function dayFirst(p: Cursor): Spoken | null {
  if (p.kind !== T.NUMBER || p.ahead(2) !== T.NUMBER) return null
  return spoken(p.slice(2), p.word(1), p.slice(), 3)
}

function monthFirst(p: Cursor): Spoken | null {
  if (p.kind !== T.NAME || p.ahead(1) !== T.NUMBER || p.isDeclared(p.slice())) return null
  const comma = p.ahead(2) === T.COMMA ? 1 : 0
  return p.ahead(2 + comma) === T.NUMBER ? spoken(p.slice(2 + comma), p.word(), p.slice(1), 3 + comma) : null
}

function spoken(year: string, month: string, day: string, tokens: number): Spoken | null {
  const name = month.toLowerCase()
  const index = name.length < 3 ? -1 : MONTHS.findIndex((known) => known === name || known.slice(0, 3) === name)
  if (index < 0 || !/^\d{4}$/.test(year) || !/^\d{1,2}$/.test(day)) return null
  const date = `${year}-${String(index + 1).padStart(2, '0')}-${day.padStart(2, '0')}`
  return readDate(date) === null ? null : { date, tokens }
}

function sqlDate(p: Cursor): Spoken | null {
  if (p.kind !== T.NAME || !/^date$/i.test(p.slice()) || p.ahead(1) !== T.STRING || p.isDeclared(p.slice())) return null
  const [date, other] = dateReadings(p.slice(1).slice(1, -1).trim())
  return date === undefined || other !== undefined || readDate(date) === null ? null : { date, tokens: 2 }
}
