/** A counterexample, written in literals of the ruleset language, as lines for a person. */

import { numeralInWords, unitInWords } from '../../server/engine/explain/english/quantities'
import { isRational, parseNumeral } from '../../server/language/numeric/numeral'

export interface CounterexampleLine {
  readonly name: string
  readonly value: string
  /** `supposed` where nobody submitted it. */
  readonly note: string | null
}

const ENTRY =
  /([A-Za-z_]\w*) = (True|False|"(?:[^"\\]|\\.)*"|-?[\d./eE+-]+(?: "(?:[^"\\]|\\.)*")?)(?: \((supposed(?:, outside its range)?)\))?(?:, |$)/y

/** One line per claim; null for a text of another form, which is then shown as it is. */
export function counterexampleLines(text: string): readonly CounterexampleLine[] | null {
  const lines: CounterexampleLine[] = []
  ENTRY.lastIndex = 0
  while (ENTRY.lastIndex < text.length) {
    const found = ENTRY.exec(text)
    if (found === null) return null
    const [, name = '', value = '', note] = found
    lines.push({ name, value: inWords(value), note: note ?? null })
  }
  return lines
}

function inWords(literal: string): string {
  if (literal === 'True') return 'yes'
  if (literal === 'False') return 'no'
  if (literal.startsWith('"')) return `“${string(literal)}”`
  const space = literal.indexOf(' ')
  const numeral = space < 0 ? literal : literal.slice(0, space)
  const number = parseNumeral(numeral, 10_000)
  const unit = space < 0 ? null : string(literal.slice(space + 1))
  const shown = isRational(number) ? numeralInWords(number, unit === null ? null : { text: unit }) : numeral
  return unit === null ? shown : `${shown} ${unitInWords(unit)}`
}

function string(literal: string): string {
  const value: unknown = JSON.parse(literal)
  return typeof value === 'string' ? value : literal
}
