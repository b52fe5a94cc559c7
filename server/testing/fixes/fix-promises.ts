/** Checks the promises of every one-click fix of a text with one fault, and describes each broken promise. */

import { type Random, randomClaims } from '../../engine/testing/random-rules'
import { referenceOutcome } from '../../engine/testing/reference'
import { applyFix, type Diagnostic, type Fix } from '../../language/messages/diagnostic'
import { Report } from '../../language/messages/report'
import { isRational, parseNumeral, printNumeral } from '../../language/numeric/numeral'
import { multiply } from '../../language/numeric/rational'
import { analyseRuleset } from '../../language/semantics/analyse'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { lexText } from '../../language/syntax/lexer'
import * as T from '../../language/syntax/token'
import { DEFAULT_LANGUAGE_LIMITS } from '../../language/text/limits'
import { wholesIn } from '../../language/units/symbol-table'
import { builtInLibrary, isUnit } from '../../language/units/unit-library'
import type { FaultyText } from './statement-faults'

const LIBRARY = builtInLibrary()

export function analysed(text: string) {
  return analyseRuleset(text, LIBRARY, DEFAULT_LANGUAGE_LIMITS)
}

const errorsOf = (diagnostics: readonly Diagnostic[]) => diagnostics.filter(({ severity }) => severity === 'error')

/**
 * A fix that names the source of its function means exactly that function; testing/habits/functions.test.ts checks it.
 */
const OF_ANOTHER_FUNCTION = /^(Give it the sign of|Round (halves|to)) /

/** Returns the broken promises of the fixes of `diagnostic`. */
export function brokenPromises(
  { good, bad }: FaultyText,
  restores: boolean,
  diagnostic: Diagnostic,
  fix: Fix,
  random: Random,
): string[] {
  const fixed = applyFix(bad, fix)
  const before = analysed(bad)
  const after = analysed(fixed)
  const broken: string[] = []
  const count = (list: readonly Diagnostic[]) => list.filter(({ code }) => code === diagnostic.code).length
  // Behind a mended member of a set, the same mistake in another one comes to light.
  const isHere = ({ code, line, column }: Diagnostic) =>
    code === diagnostic.code && line === diagnostic.line && column === diagnostic.column
  const hasMoved = diagnostic.code === 'not-a-member' && !after.diagnostics.some(isHere)
  if (count(after.diagnostics) >= count(before.diagnostics) && !hasMoved) broken.push('the diagnostic stays')
  const errors = errorsOf(after.diagnostics)
  if (errors.length > errorsOf(before.diagnostics).length) broken.push('there are more errors')
  const ofAnother = OF_ANOTHER_FUNCTION.test(fix.title)
  broken.push(...titleFaults(bad, fix), ...(ofAnother ? [] : foreignWords(bad, fixed, fix)))
  const original = analysed(good)
  const isOfFault = !original.diagnostics.some(
    ({ code, fixes }) => code === diagnostic.code && fixes.some(({ title }) => title === fix.title),
  )
  if (restores && isOfFault && !ofAnother && after.ruleset !== null) {
    if (original.ruleset === null) broken.push('the text without the fault does not compile')
    else if (!meanSame(original.ruleset, after.ruleset, random)) broken.push('it does not mean what was meant')
  }
  return broken
}

/** The largest number of successive fixes for one fault. */
const MAX_ROUNDS = 6

/** Applies the first fix of the first error until no error has a fix. Returns what is wrong then, or null. */
export function brokenMend({ good, bad }: FaultyText, random: Random): string | null {
  let text = bad
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const fix = errorsOf(analysed(text).diagnostics).flatMap(({ fixes }) => fixes)[0]
    if (fix === undefined) break
    text = applyFix(text, fix)
  }
  if (text === bad) return null
  const [original, mended] = [analysed(good).ruleset, analysed(text).ruleset]
  if (mended === null || original === null) return 'the fixes do not lead to a text that compiles'
  return meanSame(original, mended, random) ? null : 'the fixes together mean something else'
}

/** Checks that the fix writes the text in its title. */
function titleFaults(bad: string, { title, edits }: Fix): string[] {
  const written = edits.map(({ text }) => text.trim()).join('')
  const replaced = edits.map(({ start, end }) => bad.slice(start, end)).join('')
  const [, word = '', said] =
    /^(?:Write|Insert) (.+?)(?:, with the sign of .+|, which holds .+)?(?:, which is (.+))?$/.exec(title) ?? []
  if (/^Remove/.test(title)) return replaced.includes(written) ? [] : ['it writes something']
  if (said !== undefined && !isEqual(word, said)) return [`${word} is not ${said}`]
  if (said !== undefined && !isEqual(said, replaced) && !isEqual(word, replaced) && !hasSameDigits(word, replaced))
    return [`it changes the value of ${replaced}`]
  const [edit] = edits
  const isLiteral =
    edits.length === 1 &&
    edit !== undefined &&
    !/\.\.\.|^(a|an|as|square|the|behind)\b|^small letters$|\{|as a unit| without /.test(word)
  if (
    word !== '' &&
    isLiteral &&
    said === undefined &&
    ![word, `(${word})`].includes(written) &&
    !written.startsWith(`// @unit`)
  )
    return [`it writes ${written}`]
  return []
}

/** Compares two numerals, each with or without a unit that is a fraction, such as percent. */
function isEqual(a: string, b: string): boolean {
  const [left, right] = [plainValue(a), plainValue(b)]
  return left !== null && left === right
}

function plainValue(text: string): string | null {
  const [, numeral = '', unit] = /^(\S+?)(?: ?"([^"]+)")?$/.exec(text.trim()) ?? []
  const value = parseNumeral(numeral.replace(/^\+/, '').replaceAll(/[_,]/g, ''), 100)
  if (!isRational(value)) return null
  if (unit === undefined) return printNumeral(value)
  const read = LIBRARY.parse(unit)
  const wholes = isUnit(read) ? wholesIn(read) : null
  return wholes === null ? null : printNumeral(multiply(value, wholes))
}

/** `0.75` becomes `0.75 "%"`: the digits stay, and the title names the number. */
function hasSameDigits(written: string, replaced: string): boolean {
  return written.startsWith(`${replaced} "`)
}

/** Returns names and numerals of the fixed text that neither the previous text nor the title has. */
function foreignWords(bad: string, fixed: string, { title }: Fix): string[] {
  const known = new Set([...wordsOf(bad), ...wordsOf(title)])
  const strange = wordsOf(fixed).filter(
    (word) => !known.has(word) && !/^(And|Or|Not|Xor|Implies|If|IsMember|IF|ELSE|END|THEN|unit)$/.test(word),
  )
  return strange.length === 0 ? [] : [`it brings in ${strange.join(', ')}`]
}

function wordsOf(text: string): string[] {
  const { kinds, starts, ends, count } = lexText(text, new Report())
  return Array.from({ length: count }, (_, i) => ({ kind: kinds[i]!, word: text.slice(starts[i], ends[i]) }))
    .filter(({ kind }) => kind === T.NAME || kind === T.NUMBER)
    .map(({ kind, word }) => (kind === T.NUMBER ? (plainValue(word) ?? word) : word))
}

const DICTIONARIES = 20

/**
 * Returns whether both rulesets have the same claims, and the same values of assertions on {@link DICTIONARIES} by the
 * reference semantics, without the engine's code.
 */
export function meanSame(one: CheckedRuleset, other: CheckedRuleset, random: Random): boolean {
  const inputs = ({ inputs }: CheckedRuleset) =>
    JSON.stringify(
      inputs.map(({ kind, name, type, range }) => [
        kind,
        name,
        type.kind === 'numeric' ? type.unit?.text : type,
        range,
      ]),
    )
  if (inputs(one) !== inputs(other) || one.assertions.length !== other.assertions.length) return false
  const policies = (ruleset: CheckedRuleset) => ruleset.assertions.map(({ name, policy }) => `${name} ${policy}`).join()
  if (policies(one) !== policies(other)) return false
  for (let i = 0; i < DICTIONARIES; i++) {
    const completion = randomClaims(random, one, 1).map((value) => value ?? random() < 0.5)
    for (const assertion of one.assertions.keys())
      if (referenceOutcome(one, assertion, completion) !== referenceOutcome(other, assertion, completion)) return false
  }
  return true
}
