import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { analyseRuleset } from '../semantics/analyse'
import { GRAMMAR_GUIDE, GUIDE_RULESET } from '../service/grammar-guide'
import { DEFAULT_LANGUAGE_LIMITS } from '../text/limits'
import { builtInLibrary } from '../units/unit-library'
import { applyFix } from './diagnostic'
import { IDIOMS, type Idiom, type IdiomId, wayOut } from './idioms'

const LIBRARY = builtInLibrary()
/** Language 1.4 has some of the functions. */
const GUIDE_IN_1_3 = GUIDE_RULESET.replace('version 1.4;\nmonth_end last;', 'version 1.3;')
  .split('\n')
  .filter((line) => !/\b(income|spouse|driver|codes|note|postcode)\b/.test(line))
  .join('\n')
const ROWS = Object.entries(IDIOMS) as [IdiomId, Idiom][]

/** Parts of messages that are made for the author's own claim. */
const OWN_WORDS: Partial<Readonly<Record<IdiomId, string>>> = {
  hyphen: 'Write loan_amount.',
  undeclared: 'declare weight as numeric;',
  null: 'declare days_given as boolean; and write Not(days_given) here',
  given: 'declare days_given as boolean; and write days_given here',
  coalesce: 'for Coalesce(days, 0) write If(days_given, days, 0)',
  'whole-division': 'For days // 7 write (days - days % 7) / 7',
}

/** Puts a form into the ruleset of the guide. */
function within({ kind, setup }: Idiom, form: string): string {
  const before = `${GUIDE_IN_1_3}${setup === undefined ? '' : `${setup}\n`}`
  if (kind === 'statements') return `${before}${form}\n`
  return `${before}assert a { ${kind === 'number' ? `(${form}) < 3` : form} };\n`
}

function errorsOf(text: string) {
  const { diagnostics } = analyseRuleset(text, LIBRARY, DEFAULT_LANGUAGE_LIMITS)
  return diagnostics.filter(({ severity }) => severity === 'error')
}

/** Applies the fixes of the text one after the other. */
function mend(text: string): string {
  let mended = text
  for (let round = 0; round < 5; round++) {
    const fix = errorsOf(mended).flatMap(({ fixes }) => fixes)[0]
    if (fix !== undefined) mended = applyFix(mended, fix)
  }
  return mended
}

describe('the catalogue of foreign idioms', () => {
  it('has 57 rows', () => {
    expect(ROWS.length).toBe(57)
  })

  it.each(ROWS)('%s does not compile, and the message shows a form that does', (id, idiom) => {
    const errors = errorsOf(within(idiom, idiom.foreign))
    expect(errors.map(({ message }) => message).join('\n')).toContain(OWN_WORDS[id] ?? wayOut(id))
    expect(errors.length).toBeLessThanOrEqual(2)
    expect(errorsOf(within(idiom, idiom.here))).toEqual([])
  })

  it('has a fix if the correction is certain, and the fixed text is the suggested form', { tags: 'thorough' }, () => {
    const plain = (text: string) => text.replace(/[\s()]/g, '')
    const fixed = ROWS.filter(([, idiom]) => {
      const text = mend(within(idiom, idiom.foreign))
      if (errorsOf(text).length > 0) return false
      if (text.includes('_given')) return true
      expect(plain(text)).toBe(plain(within(idiom, idiom.here)))
      return true
    })
    expect(fixed.map(([id]) => id).join(' ')).toBe(
      'null given coalesce error-value elseif case-when ternary switch case-labels max min abs round truncate floor ceiling round-up sign sum average countif power modulo whole-division quotient between range whole-range text-search all-any in-list not-in word-comparison yes-no digit-member currency-first path hyphen real hash dashes',
    )
  })

  it.each([
    [
      'IF has_id THEN 1 elif days < 2 THEN 2 ELIF days < 3 THEN 3 ELSE 4 END',
      'IF has_id THEN 1 ELSE IF days < 2 THEN 2 ELSE IF days < 3 THEN 3 ELSE 4 END END END',
    ],
    [
      'CASE WHEN has_id THEN 1 WHEN days < 2 THEN 2 ELSE 3 END',
      'IF has_id THEN 1 ELSE IF days < 2 THEN 2 ELSE 3 END END',
    ],
    [
      'CASE kind OF "meal", "hotel", "flight": days * 2 END',
      'CASE kind OF "meal": days * 2, "hotel": days * 2, "flight": days * 2 END',
    ],
    ['MAX(amount * 2, 5 "USD") / 1 "USD"', 'If((amount * 2) > 5 "USD", amount * 2, 5 "USD") / 1 "USD"'],
    ['min(days + 1, 3 * days)', 'If((days + 1) < (3 * days), days + 1, 3 * days)'],
    ['Abs(days)', 'If(days > -days, days, -days)'],
    ['ABS(days - (3 - days))', 'If(days > (3 - days), days - (3 - days), (3 - days) - days)'],
    ['Mod(days + 1, 7)', '((days + 1) % 7)'],
    ['sum(days, 1, If(has_id, 1, 2))', '(days + 1 + If(has_id, 1, 2))'],
    ['IIF(has_id, 1, 2)', 'If(has_id, 1, 2)'],
  ])('%s is mended', (foreign, here) => {
    const mended = mend(within({ kind: 'number', foreign, here }, foreign))
    expect(errorsOf(mended)).toEqual([])
    expect(mended).toContain(`(${here}) < 3`)
  })

  it.each([
    ['days NOT IN (1, 2, 3)', 'Not(IsMember(days, {1, 2, 3}))'],
    ['BETWEEN(days, 1, days * 2)', 'And(days >= 1, days <= (days * 2))'],
    ['And(has_id, days BETWEEN 1 and 3)', 'And(has_id, And(days >= 1, days <= 3))'],
    ['0 == has_id', 'Not(has_id)'],
    ['has_id != "yes"', 'Not(has_id)'],
    ['days equals 3', 'days == 3'],
    ['days is not 3', 'days != 3'],
    ['kind IN ("meal")', 'IsMember(kind, {"meal"})'],
    ['any(has_id, has_receipt, days < 2)', 'Or(has_id, has_receipt, days < 2)'],
    ['grade in ["junior", "senior"]', 'IsMember(grade, {"junior", "senior"})'],
  ])('%s is mended', (foreign, here) => {
    const mended = mend(within({ kind: 'condition', foreign, here }, foreign))
    expect(errorsOf(mended)).toEqual([])
    expect(mended).toContain(`{ ${here} }`)
  })

  it('reports a method once', () => {
    const text = within({ kind: 'condition', foreign: '', here: '' }, 'kind.startsWith("m")')
    expect(errorsOf(text).map(({ message }) => message)).toEqual([
      `"kind.startsWith" is not a name. ${wayOut('text-search')}`,
    ])
  })

  it.each([
    ['weight > 3', 'weight as numeric'],
    ['3 "kg" <= weight', 'weight as numeric'],
    ['weight * 2 > 3', 'weight as numeric'],
    ['colour == "red"', 'colour as enum {"red"}'],
    ['rank >= grade', 'rank as enum ["junior", "senior", "director"]'],
    ['And(has_id, signed)', 'signed as boolean'],
    ['signed == has_id', 'signed as boolean'],
    ['IsMember(colour, { "red", "blue" })', 'colour as enum {"red", "blue"}'],
    ['days < weight + 1', 'weight as numeric'],
    ['If(signed, 1, 2) > 0', 'signed as boolean'],
    ['-weight < 3', 'weight as numeric'],
    ['If(weight > 3, has_id, signed)', 'weight as numeric'],
  ])('suggests the matching type for an undeclared name in %s', (condition, declaration) => {
    const idiom: Idiom = { kind: 'condition', foreign: condition, here: condition }
    const messages = errorsOf(within(idiom, condition)).map(({ message }) => message)
    expect(messages.join('\n')).toContain(`Declare it first, as in: declare ${declaration};`)
  })

  it.each([
    'assert a { CASE when OF "x": True, "y": False END };',
    'assert a { is == 3 };',
    'assert a { And(mod % 7 == 0, between < mod) };',
    'assert a { 3 - -mod == 0 };',
  ])('does not report declared names: %s', (statement) => {
    const declared =
      'declare when as enum {"x", "y"}; declare is as numeric; declare mod as numeric; declare between as numeric;'
    expect(errorsOf(`${declared}\n${statement}`)).toEqual([])
  })

  it('is in the documentation, one row for each idiom', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../public/docs/language.md'), 'utf8').split('\n')
    expect(ROWS.filter(([, { foreign, here }]) => !page.includes(`| \`${foreign}\` | \`${here}\` |`))).toEqual([])
  })

  it('is in the guide of a failed compilation, one line for each idiom', () => {
    const lines = GRAMMAR_GUIDE.split('\n')
    const listed = ROWS.filter(([, { newer }]) => newer === undefined)
    expect(listed.filter(([, { foreign, here }]) => !lines.includes(`${foreign} : ${here}`))).toEqual([])
  })
})
