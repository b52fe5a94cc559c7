/**
 * A number without a unit that meets one with a unit.
 *
 * Promises: a fix never changes a value unnoticed. In a sum with a part of a whole, a bare number has the same value afterwards
 * (`1 + 19 "%"` becomes `100 "%" + 19 "%"`); in a comparison, where it may be meant in either way, each fix says which
 * number it writes.
 */
import type { Fix } from '../messages/diagnostic'
import { replace } from '../messages/report'
import { printNumeral } from '../numeric/numeral'
import { compare, divide, equals, integer, multiply, ONE, type Rational, sign, ZERO } from '../numeric/rational'
import { quote } from '../syntax/string-literal'
import type { Span } from '../syntax/syntax'
import type { Unit } from '../units/unit'
import { wholesIn } from '../units/wholes'
import type { Checked } from './checked-ruleset'
import type { Checking } from './checking'
import type { Meeting } from './meeting'
import { plainNumber, reportUnclear, ruleWith } from './unclear-unit'
import { undeclaredClaims } from './unit-meeting'

type BareMeeting = Extract<Meeting, { problem: 'bare' }>

/**
 * Reports that a bare number met a unit, or which claims need a unit before that is certain.
 * @param at where the two meet
 * @param isSum true where they are added, subtracted or divided with a remainder
 */
export function reportBareNumber(
  c: Checking,
  left: Checked,
  right: Checked,
  meeting: BareMeeting,
  at: Span,
  isSum: boolean,
): void {
  const { unit, bareSide, scaled } = meeting
  const [bare, united] = bareSide === 'left' ? [left, right] : [right, left]
  const unclear = undeclaredClaims(c, [bare])
  if (unclear.length > 0) {
    const inQuotient = wholesIn(unit) !== null && bare.kind === 'arithmetic'
    reportUnclear(c, unclear, { open: bare, united, unit }, inQuotient ? at : bare)
  } else if (scaled !== null) reportScaled(c, bare, united, unit, scaled)
  else if (bare.kind === 'number') reportLiteral(c, bare.value, bare, unit, isSum)
  else if (bare.kind === 'set' && bare.members.every(({ kind }) => kind === 'number')) reportSet(c, bare, unit)
  else {
    const fix = bare.type.kind === 'set' ? null : plainNumber(c, united, unit)
    const rule = fix === null ? null : ruleWith(c, fix, at)
    c.report.add('number-without-unit', bare, [unit.text, rule], fix === null ? [] : [fix])
  }
}

function reportScaled(c: Checking, bare: Checked, united: Checked, unit: Unit, scaled: number): void {
  const plain = united.kind === 'number' ? printNumeral(united.value) : null
  const inverse = divide(ONE, integer(scaled)) ?? ZERO
  const certain = plain !== null && equals(inverse, wholesIn(unit) ?? ZERO)
  const fixes = certain ? [replace(`Write ${plain} without its unit`, united, plain)] : []
  c.report.add('scaled-percentage', bare, [unit.text, String(scaled)], fixes)
}

function reportLiteral(c: Checking, value: Rational, at: Span, unit: Unit, isSum: boolean): void {
  const wholes = wholesIn(unit)
  const written = literalText(c, value, at)
  // Digits that touch the number belong to a numeral of another notation, and are reported as that.
  const touched = /^[,.'’_ ]?\d/.test(c.text.slice(at.end, at.end + 2))
  if (wholes === null) {
    const fixes = likeUnits(c, unit).map((text) =>
      replace(`Write ${written} ${quote(text)}`, at, `${written} ${quote(text)}`),
    )
    c.report.add('bare-versus-united', at, [unit.text, null], touched ? [] : fixes)
    return
  }
  const [same, read] = [wholeFix(value, at, unit), readFix(value, written, at, unit, wholes)]
  const choices = isSum ? [same] : isPart(value) ? [same, read] : [read, same]
  const fixes = sign(value) === 0 ? [replace(`Write 0 ${quote(unit.text)}`, at, `0 ${quote(unit.text)}`)] : choices
  c.report.add('bare-versus-united', at, [unit.text, printNumeral(wholes)], touched ? [] : fixes)
}

function reportSet(c: Checking, set: Extract<Checked, { kind: 'set' }>, unit: Unit): void {
  const wholes = wholesIn(unit)
  const units = wholes === null ? likeUnits(c, unit) : []
  const fixes = units.map((text) => {
    const edits = set.members.map(({ end }) => ({ start: end, end, text: ` ${quote(text)}` }))
    return { title: `Write ${quote(text)} behind each number`, edits }
  })
  c.report.add('bare-versus-united', set, [unit.text, wholes === null ? null : printNumeral(wholes)], fixes)
}

/** From -1 to 1, as a part of a whole is written as a plain number. */
function isPart(value: Rational): boolean {
  return compare(value, ONE) <= 0 && compare(value, integer(-1)) >= 0
}

/** The numeral as written, or in plain digits where the writing has a fault that is reported by itself. */
function literalText(c: Checking, value: Rational, at: Span): string {
  const written = c.text.slice(at.start, at.end)
  return /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(written) ? written : printNumeral(value)
}

/** The same number in a unit of parts: 1 is 100 "%". */
function wholeFix(value: Rational, at: Span, unit: Unit): Fix {
  const isSimple = unit.factors.length === 1 && unit.factors[0]!.power === 1
  const amount = isSimple ? (divide(value, wholesIn(unit) ?? ONE) ?? value) : multiply(value, integer(100))
  const text = `${printNumeral(amount)} ${quote(isSimple ? unit.text : '%')}`
  return replace(`Write ${text}, which is ${printNumeral(value)}`, at, text)
}

/** The number as a number of the unit: 0.75 "%" is 0.0075. */
function readFix(value: Rational, written: string, at: Span, unit: Unit, wholes: Rational): Fix {
  const text = `${written} ${quote(unit.text)}`
  return replace(`Write ${text}, which is ${printNumeral(multiply(value, wholes))}`, at, text)
}

/** The unit and, since a number beside hours may be meant in minutes, what the ruleset has that converts to it. */
function likeUnits(c: Checking, unit: Unit): readonly string[] {
  const others = c.units.known().filter((other) => {
    if (other.text === unit.text || other.affine) return false
    return c.units.library.relate(other, unit).status === 'convertible'
  })
  return [unit.text, ...others.map(({ text }) => text).slice(0, 2)]
}
