/** Reports dates and timestamps in quotes, alone or in a set, with one fix that removes the quotes of all. */
import { replaceFix } from '../../messages/report'
import { instantOf, readInstant } from '../../numeric/instant'
import { dateReadings } from '../../syntax/date-shape'
import { quoteText } from '../../syntax/string-literal'
import type { Checked } from '../checked-ruleset'
import type { Checking } from '../checking'

const MOMENTS = {
  'quoted-date': onlyReading,
  'quoted-timestamp': (text: string) => (instantOf(text) === null ? null : text),
} as const

function onlyReading(text: string): string | null {
  const [date = null, other] = dateReadings(text)
  return other === undefined ? date : null
}

/** False, with nothing reported, unless every text of the value is a date, or a timestamp. */
export function reportQuotedMoments(c: Checking, code: keyof typeof MOMENTS, value: Checked): boolean {
  const texts = quotedIn(value)
  if (code === 'quoted-date' && value.kind === 'string' && reportUnclearDate(c, value)) return true
  const written = texts.map((text) => MOMENTS[code](text.value.trim()))
  if (texts.length === 0 || written.includes(null)) return false
  const edits = texts.map(({ start, end }, i) => ({ start, end, text: written[i] ?? '' }))
  const right = edits.reduceRight(
    (text, { start, end, text: plain }) => text.slice(0, start - value.start) + plain + text.slice(end - value.start),
    c.text.slice(value.start, value.end),
  )
  c.report.add(code, value, [right], [{ title: `Write ${right}`, edits }])
  return true
}

/** `"02/01/2026"`, in which day and month may be swapped. */
function reportUnclearDate(c: Checking, value: Extract<Checked, { kind: 'string' }>): boolean {
  const readings = dateReadings(value.value.trim())
  if (readings.length < 2) return false
  const fixes = readings.map((date) => replaceFix(`Write ${date}`, value, date))
  c.report.add('date-form', value, [value.value.trim(), readings], fixes)
  return true
}

/** Reports texts that look like a timestamp but are not valid. False if there is no such text. */
export function reportBrokenMoments(c: Checking, side: Checked): boolean {
  const broken = quotedIn(side).flatMap((text) => {
    const written = text.value.trim()
    const problem = readInstant(written)
    return typeof problem === 'string' && problem !== 'form' ? [{ text, written, problem }] : []
  })
  for (const { text, written, problem } of broken) c.report.add('timestamp-form', text, [quoteText(written), problem])
  return broken.length > 0
}

/** A text, or those of a set. */
function quotedIn(node: Checked): readonly Extract<Checked, { kind: 'string' }>[] {
  if (node.kind === 'set') return node.members.flatMap(quotedIn)
  return node.kind === 'string' ? [node] : []
}
