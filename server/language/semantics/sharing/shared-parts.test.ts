import { describe, expect, it } from 'vitest'
import { formatRuleset } from '../../format/format'
import { applyFix } from '../../messages/diagnostic'
import { DEFAULT_LANGUAGE_LIMITS } from '../../text/limits'
import { normaliseSource } from '../../text/line-index'
import { hashSharedLines } from '../../text/shared-lines'
import { builtInLibrary } from '../../units/unit-library'
import { analyseRuleset } from '../analyse'

const LINES = `  // Of age.
  condition is_adult(p) = FullYears(p.born, as_of) >= 18;
  parameter rate "EUR/km" by as_of { 2023-01-01: 0.30; };
`

function use(name = 'house/people', lines = LINES, hash = hashSharedLines(lines)): string {
  return `use "${name}" sha256:${hash} {\n${lines}};\n`
}

const HEAD = 'version 1.4;\nmonth_end last;\ndeclare as_of as date;\ndeclare who as record { born as date };\n'
const RULES = 'assert of_age { is_adult(who) };\n'

function analyse(text: string) {
  return analyseRuleset(text, builtInLibrary(), DEFAULT_LANGUAGE_LIMITS)
}

function codes(text: string): readonly string[] {
  return analyse(text).diagnostics.map(({ code }) => code)
}

describe('a library that a ruleset uses', () => {
  it('means what its statements mean, and is named', () => {
    const { ruleset, diagnostics } = analyse(HEAD + use() + RULES)
    expect(diagnostics).toEqual([])
    expect(ruleset?.libraries).toEqual([
      { name: 'house/people', sha256: hashSharedLines(LINES), line: 5, used: ['is_adult'], unused: ['rate'] },
    ])
    const own = analyse(`${HEAD}\n${LINES}\n${RULES}assert known { rate > 0 "EUR/km" };\n`).ruleset
    expect(JSON.stringify(withoutPlaces(ruleset?.assertions[0]?.expression))).toBe(
      JSON.stringify(withoutPlaces(own?.assertions[0]?.expression)),
    )
  })

  it.each([
    ['a character', LINES.replace('18', '17')],
    ['the case of a comment', LINES.replace('Of age', 'of age')],
    ['white space in front', LINES.replace('  parameter', '   parameter')],
    ['the last line', LINES.split('\n').slice(0, -2).join('\n')],
    ['a line more', `${LINES}  condition b(p) = p.born < as_of;\n`],
  ])('is refused after a change of %s', (_, lines) => {
    expect(codes(HEAD + use('house/people', lines, hashSharedLines(LINES)) + RULES)).toContain('library-changed')
  })

  it('holds with other line ends, and with white space at their ends', () => {
    const text = HEAD + use() + RULES
    expect(codes(text.replaceAll('\n', '\r\n'))).toEqual([])
    expect(codes(text.replaceAll('\n', '\r'))).toEqual([])
    expect(codes(text.replaceAll(';\n', ';  \n'))).toEqual([])
    expect(codes(normaliseSource(text))).toEqual([])
  })

  it('becomes statements of the ruleset by one fix', () => {
    const changed = HEAD + use('house/people', LINES.replace('18', '17'), hashSharedLines(LINES)) + RULES
    for (const text of [
      changed,
      changed.replaceAll('\n', '\r\n'),
      changed.replace('{\n  //', '{ condition z(x) = x; //'),
    ]) {
      const fix = analyse(text).diagnostics.find(({ code }) => code === 'library-changed')!.fixes[0]!
      const own = applyFix(text, fix)
      expect(own).not.toMatch(/\buse\b/)
      expect(analyse(own).diagnostics.filter(({ severity }) => severity === 'error')).toEqual([])
      expect(analyse(own).ruleset?.libraries).toBeUndefined()
    }
  })

  it('may hold vocabularies and shapes', () => {
    const lines = '  vocabulary zones = {"A", "B"};\n  vocabulary rest = {"C"};\n  shape zip = "[0-9]{5}";\n'
    const { ruleset, diagnostics } = analyse(`version 1.4;
${use('house/forms', lines)}declare zone as enum zones;
declare code as text;
assert a { And(zone == "A", Matches(code, zip)) };
`)
    expect(diagnostics).toEqual([])
    expect(ruleset?.libraries).toMatchObject([{ name: 'house/forms', used: ['zones', 'zip'], unused: ['rest'] }])
  })

  it('offers no edit of its lines', () => {
    const misfit = HEAD.replace('as_of', 'as_off') + use() + RULES
    const { diagnostics } = analyse(misfit)
    expect(diagnostics.map(({ code }) => code)).toContain('library-misfit')
    const body = [misfit.indexOf('{\n  //'), misfit.indexOf('};\nassert')]
    for (const { fixes } of diagnostics)
      for (const { edits } of fixes)
        for (const { start, end } of edits) expect(end <= body[0]! || start >= body[1]!).toBe(true)
  })

  it('gives no warnings about its lines', () => {
    const lines = '  condition odd(p, q) = p.born < 2020-01-01;\n  parameter never "EUR" by as_of { 2023-01-01: 1; };\n'
    expect(codes(`${HEAD + use('house/odd', lines)}assert a { And(odd(who, who), as_of > 2020-01-01) };\n`)).toEqual([])
  })

  it.each([
    ['a name that the ruleset has', `${HEAD}declare is_adult as boolean;\n${use()}assert a { is_adult };\n`],
    ['a name of another library', HEAD + use() + use('house/others') + RULES],
    ['a name of the other case of a library', HEAD + use() + use('House/People') + RULES],
  ])('collides with %s', (_, text) => {
    const { diagnostics, ruleset } = analyse(text)
    expect(ruleset).toBeNull()
    expect(diagnostics.filter(({ code }) => code === 'library-misfit').map(({ message }) => message)).toContainEqual(
      expect.stringContaining('"is_adult" is declared already'),
    )
  })

  it('is used once', () => {
    const text = HEAD + use() + use() + RULES
    const { diagnostics } = analyse(text)
    expect(diagnostics.map(({ code }) => code)).toEqual(['repeated-use'])
    expect(applyFix(text, diagnostics[0]!.fixes[0]!)).toBe(HEAD + use() + RULES)
  })

  it('keeps its lines when the ruleset is formatted', () => {
    const lines = LINES.replace(' = ', '   =   ')
    const text = `${HEAD}   ${use('house/people', lines)}   ${RULES}`
    const formatted = formatRuleset(text)
    expect(formatted).toContain(use('house/people', lines))
    expect(codes(formatted)).toEqual([])
    expect(formatRuleset(formatted)).toBe(formatted)
    expect(codes(formatRuleset(text.replaceAll('\n', '\r\n')))).toEqual([])
  })

  it('needs version 1.4', () => {
    const text = `declare a as boolean;\n${use('house/known', '  condition known(x) = x;\n')}assert b { a };\n`
    const [first, ...others] = analyse(text).diagnostics
    expect([first?.code, others]).toEqual(['newer-word', []])
    expect(codes(applyFix(text, first!.fixes[0]!))).not.toContain('newer-word')
  })

  it('may be as large as a ruleset, and as many as its bytes allow', { tags: 'thorough' }, () => {
    const long = `  // ${'x'.repeat(250_000)}\n${LINES}`
    expect(codes(HEAD + use('house/people', long) + RULES)).toEqual([])
    const many = Array.from({ length: 2_000 }, (_, i) => use(`l${i}`, `  condition c${i}(x) = x;\n`)).join('')
    expect(codes(HEAD + use() + many + RULES)).toEqual([])
    const deep = `${'use "a" sha256:00 {'.repeat(10_000)}`
    expect(codes(HEAD + deep + RULES)).toContain('nested-library')
    const strewn = `${HEAD}library { ${'use {'.repeat(20_000)}`
    expect(codes(strewn).length).toBeLessThanOrEqual(1_001)
  })
})

describe('a library as text', () => {
  const library = `${HEAD}library {\n${LINES}};\n`

  it('compiles without an assertion, and tells what it shares', () => {
    const { diagnostics, ruleset } = analyse(library)
    expect(diagnostics).toEqual([])
    expect(ruleset?.shares).toEqual({ names: ['is_adult', 'rate'], sha256: hashSharedLines(LINES) })
  })

  it('reports its mistakes as those of the ruleset, with their fixes', () => {
    const { diagnostics } = analyse(library.replace('by as_of', 'by as_off'))
    expect(diagnostics.map(({ code, fixes }) => [code, fixes.length])).toEqual([['unknown-name', 1]])
  })

  it('is formatted', () => {
    const text = `${HEAD}library   { // Shared.\n\n condition   b(p)=p.born<as_of ; /* One\n two */ condition c(p) = p.born > as_of;\n};\n`
    const formatted = formatRuleset(text)
    expect(formatted).toContain('library { // Shared.\n\n  condition b(p) = p.born < as_of; /* One\n two */')
    expect(formatRuleset(formatted)).toBe(formatted)
    expect(analyse(formatted).ruleset?.shares?.names).toEqual(['b', 'c'])
    const odd = text.replace('library   {', 'library /* here */ {')
    expect(formatRuleset(odd)).toContain('library /* here */ {')
  })
})

function withoutPlaces(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value === 'bigint' ? `${value}` : value
  if (Array.isArray(value)) return value.map(withoutPlaces)
  const kept = Object.entries(value).filter(([key]) => key !== 'start' && key !== 'end')
  return Object.fromEntries(kept.map(([key, part]) => [key, withoutPlaces(part)]))
}
