/**
 * Checks `default` after a type: a value that the claim can have. A check applies no default; reading a record does.
 */
import { EXAMPLE_INSTANT } from '../../numeric/instant'
import { printNumeral } from '../../numeric/numeral'
import { compareRationals, isInteger, type Rational } from '../../numeric/rational'
import { quoteText } from '../../syntax/string-literal'
import type { Expression } from '../../syntax/syntax'
import { type Fallback, isPart } from '../checked-input'
import type { Checking, InputDraft } from '../checking'
import { codesOf } from '../codes'

const MAX_NAMED_MEMBERS = 8

/** Reads the defaults of all claims, after their units and ranges. */
export function checkDefaults(c: Checking): void {
  for (const [index, draft] of c.inputs.entries()) {
    if (draft.written === null || isPart(draft)) continue
    draft.fallback = readFallback(c, index, draft, draft.written)
  }
}

function readFallback(c: Checking, index: number, draft: InputDraft, written: Expression): Fallback | null {
  if (written.kind === 'broken') return null
  const codes = codesOf(c, index)
  const { type } = draft
  if (written.kind === 'string') {
    if (draft.form?.kind === 'text') return { kind: 'text', value: written.value }
    const members = type.kind === 'enum' ? type.vocabulary : codes
    if (members.includes(written.value)) return { kind: 'text', value: written.value }
  } else if (written.kind === 'boolean' && type.kind === 'boolean') return { kind: 'boolean', value: written.value }
  else if (written.kind === 'date' && type.kind === 'date') {
    if (written.day !== null) return { kind: 'text', value: written.text }
    reportOnce(draft, () => c.report.add('no-such-date', written, [written.text]))
    return null
  } else if (written.kind === 'timestamp' && type.kind === 'timestamp' && typeof written.hours !== 'string')
    return { kind: 'text', value: written.text }
  else if (written.kind === 'number' && isNumberOf(c, draft, written)) return inRange(c, draft, written, written.value)
  reportOnce(draft, () => c.report.add('default-value', written, [shownName(draft), expectedInWords(draft, codes)]))
  return null
}

/** The unit is the declared one, in any spelling, so that the default reads like the values of a record. */
function isNumberOf(c: Checking, draft: InputDraft, written: Extract<Expression, { kind: 'number' }>): boolean {
  if (draft.type.kind !== 'numeric' || (draft.whole && !isInteger(written.value))) return false
  if (written.unit === null) return draft.declaredUnit === null
  const unit = c.units.find(written.unit.value)
  return (
    unit !== null && draft.declaredUnit !== null && c.units.library.relate(unit, draft.declaredUnit).status === 'same'
  )
}

function inRange(c: Checking, draft: InputDraft, at: Expression, value: Rational): Fallback | null {
  const { range } = draft
  if (range === null || (compareRationals(value, range.min) >= 0 && compareRationals(value, range.max) <= 0))
    return { kind: 'number', value }
  const [min, max] = [printNumeral(range.min), printNumeral(range.max)]
  reportOnce(draft, () => c.report.add('default-range', at, [shownName(draft), min, max]))
  return null
}

/** One entry of a list speaks for all. */
function reportOnce({ declared }: InputDraft, report: () => void): void {
  if (!/\[(?!1\])/.test(declared.name)) report()
}

function shownName({ declared }: InputDraft): string {
  return declared.name.replaceAll('[1]', '')
}

/** `a number in USD, as in default 0 "USD", or "NA"`. */
function expectedInWords({ type, form, whole, unitSpelling }: InputDraft, codes: readonly string[]): string {
  if (form?.kind === 'text') return 'a text, as in default "none"'
  const others = codes.map((code) => `default ${quoteText(code)}`)
  switch (type.kind) {
    case 'boolean':
      return 'default True or default False'
    case 'date':
      return ['a day, as in default 2026-01-31', ...others].join(', or ')
    case 'timestamp':
      return [`an instant, as in default ${EXAMPLE_INSTANT}`, ...others].join(', or ')
    case 'enum': {
      const members = type.vocabulary.slice(0, MAX_NAMED_MEMBERS).map(quoteText)
      return `a member, as in default ${members.join(' or default ')}`
    }
    case 'numeric': {
      const unit = unitSpelling === null ? '' : ` ${quoteText(unitSpelling)}`
      return [`a ${whole ? 'whole ' : ''}number, as in default 0${unit}`, ...others].join(', or ')
    }
  }
}
