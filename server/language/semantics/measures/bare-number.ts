/**
 * Fixes never change a value unnoticed: in a sum the value stays (`1 + 19 "%"` becomes `100 "%" + 19 "%"`); in a
 * comparison each fix says which number it writes.
 */
import type { Fix } from '../../messages/diagnostic'
import { replaceFix } from '../../messages/report'
import { printNumeral } from '../../numeric/numeral'
import {
  compareRationals,
  divide,
  fromInteger,
  isEqual,
  multiply,
  ONE,
  type Rational,
  signOf,
  ZERO,
} from '../../numeric/rational'
import { quoteText } from '../../syntax/string-literal'
import type { Span } from '../../text/line-index'
import { wholesIn } from '../../units/symbol-table'
import type { Unit } from '../../units/unit'
import type { Checked } from '../checked-ruleset'
import type { Checking } from '../checking'
import { plainNumber, reportUnclear, ruleWith } from '../habits/unclear-unit'
import { yearsInstead } from './date-differences'
import type { Meeting } from './meeting'
import { undeclaredClaims } from './unit-meeting'

/** What functions of the calendar count, as plain numbers. */
const COUNTED_UNITS: ReadonlyMap<string, string> = new Map([
  ['full-years', 'yr'],
  ['full-months', 'mo'],
])

type BareMeeting = Extract<Meeting, { problem: 'bare' }>

/**
 * Reports the number, or the claims that need a unit first.
 * @param isSum true for `+`, `-` and `%`
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
  else if (bare.kind === 'calendar' && united.kind === 'number' && unit.text === COUNTED_UNITS.get(bare.part)) {
    const plain = printNumeral(united.value)
    const fix = replaceFix(`Write ${plain} without its unit`, united, plain)
    c.report.add('number-without-unit', bare, [unit.text, ruleWith(c, fix, at)], [fix])
  } else if (bare.kind === 'number') reportLiteral(c, bare.value, bare, unit, isSum, yearsInstead(c, united, bare))
  else if (bare.kind === 'set' && bare.members.every(({ kind }) => kind === 'number')) reportSet(c, bare, unit)
  else {
    const fix = bare.type.kind === 'set' ? null : plainNumber(c, united, unit)
    const rule = fix === null ? null : ruleWith(c, fix, at)
    c.report.add('number-without-unit', bare, [unit.text, rule], fix === null ? [] : [fix])
  }
}

function reportScaled(c: Checking, bare: Checked, united: Checked, unit: Unit, scaled: number): void {
  const plain = united.kind === 'number' ? printNumeral(united.value) : null
  const inverse = divide(ONE, fromInteger(scaled)) ?? ZERO
  const certain = plain !== null && isEqual(inverse, wholesIn(unit) ?? ZERO)
  const fixes = certain ? [replaceFix(`Write ${plain} without its unit`, united, plain)] : []
  c.report.add('scaled-percentage', bare, [unit.text, String(scaled)], fixes)
}

function reportLiteral(c: Checking, value: Rational, at: Span, unit: Unit, isSum: boolean, hint: string | null): void {
  const wholes = wholesIn(unit)
  const written = literalText(c, value, at)
  // Touching digits belong to a numeral of another notation, which is reported instead.
  const touched = /^[,.'’_ ]?\d/.test(c.text.slice(at.end, at.end + 2))
  if (wholes === null) {
    const fixes = likeUnits(c, unit).map((text) =>
      replaceFix(`Write ${written} ${quoteText(text)}`, at, `${written} ${quoteText(text)}`),
    )
    c.report.add('bare-versus-united', at, [unit.text, null, hint], touched ? [] : fixes)
    return
  }
  const [same, read] = [wholeFix(value, at, unit), readFix(value, written, at, unit, wholes)]
  const choices = isSum ? [same] : isPart(value) ? [same, read] : [read, same]
  const fixes =
    signOf(value) === 0 ? [replaceFix(`Write 0 ${quoteText(unit.text)}`, at, `0 ${quoteText(unit.text)}`)] : choices
  c.report.add('bare-versus-united', at, [unit.text, printNumeral(wholes), null], touched ? [] : fixes)
}

function reportSet(c: Checking, set: Extract<Checked, { kind: 'set' }>, unit: Unit): void {
  const wholes = wholesIn(unit)
  const units = wholes === null ? likeUnits(c, unit) : []
  const [only, ...others] = set.members
  const fixes = units.map((text) => {
    if (only?.kind === 'number' && others.length === 0) {
      const united = `${literalText(c, only.value, only)} ${quoteText(text)}`
      return replaceFix(`Write ${united}`, only, united)
    }
    const edits = set.members.map(({ end }) => ({ start: end, end, text: ` ${quoteText(text)}` }))
    return { title: `Write ${quoteText(text)} after each number`, edits }
  })
  c.report.add('bare-versus-united', set, [unit.text, wholes === null ? null : printNumeral(wholes), null], fixes)
}

/** A part of a whole is a plain number from -1 to 1. */
function isPart(value: Rational): boolean {
  return compareRationals(value, ONE) <= 0 && compareRationals(value, fromInteger(-1)) >= 0
}

/** Uses plain digits if the written numeral has a reported mistake. */
function literalText(c: Checking, value: Rational, at: Span): string {
  const written = c.text.slice(at.start, at.end)
  return /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(written) ? written : printNumeral(value)
}

/** The same number as parts: 1 is 100 "%". */
function wholeFix(value: Rational, at: Span, unit: Unit): Fix {
  const isSimple = unit.factors.length === 1 && unit.factors[0]!.power === 1
  const amount = isSimple ? (divide(value, wholesIn(unit) ?? ONE) ?? value) : multiply(value, fromInteger(100))
  const text = `${printNumeral(amount)} ${quoteText(isSimple ? unit.text : '%')}`
  return replaceFix(`Write ${text}, which is ${printNumeral(value)}`, at, text)
}

/** The number read in the unit: 0.75 "%" is 0.0075. */
function readFix(value: Rational, written: string, at: Span, unit: Unit, wholes: Rational): Fix {
  const text = `${written} ${quoteText(unit.text)}`
  return replaceFix(`Write ${text}, which is ${printNumeral(multiply(value, wholes))}`, at, text)
}

/** A number next to hours may mean minutes, so convertible units of the ruleset are offered. */
function likeUnits(c: Checking, unit: Unit): readonly string[] {
  const others = c.units.known().filter((other) => {
    if (other.text === unit.text || other.affine) return false
    return c.units.library.relate(other, unit).status === 'convertible'
  })
  return [unit.text, ...others.map(({ text }) => text).slice(0, 2)]
}
