import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyseRuleset } from '../semantics/analyse'
import { mutateTexts } from '../testing/mutations'
import { DEFAULT_LANGUAGE_LIMITS } from '../text/limits'
import { builtInLibrary } from '../units/unit-library'
import { completeAt } from './complete'
import type { Completion } from './completion'
import { GUIDE_RULESET } from './grammar-guide'
import { hoverAt } from './hover'
import { signatureAt } from './signature'

const LIBRARY = builtInLibrary()
const DECLARATIONS = `// @unit amount USD
// @ask amount What is the total?
// @range amount 0..5000
declare amount as numeric;
declare days as numeric;
declare has_id as boolean;
declare grade as enum ["junior", "senior"];
declare kind as enum {"meal", "hotel"};
declare local open as boolean;
let cap = 75 "USD";
`

/** Adds the declarations, and takes `|` as the cursor. */
function at(marked: string): { text: string; offset: number } {
  const whole = DECLARATIONS + marked
  const offset = whole.indexOf('|')
  return { text: whole.slice(0, offset) + whole.slice(offset + 1), offset }
}

function completions(marked: string): Completion[] {
  const { text, offset } = at(marked)
  const proposed = completeAt(text, offset, analyseRuleset(text, LIBRARY, DEFAULT_LANGUAGE_LIMITS), LIBRARY)
  return [...proposed].sort((a, b) => a.rank - b.rank)
}

function labels(marked: string): string[] {
  return completions(marked).map(({ label }) => label)
}

/** The labels with the best rank. */
function best(marked: string): string[] {
  const proposed = completions(marked)
  return proposed.filter(({ rank }) => rank === proposed[0]!.rank).map(({ label }) => label)
}

describe('completion', () => {
  it('offers conditions with their parameters, and conditions and values inside first', () => {
    const defined = 'condition is_late(n) = n > 3;\n'
    expect(completions(`${defined}assert a { is|`).find(({ label }) => label === 'is_late')).toMatchObject({
      kind: 'function',
      insert: `is_late(\${1:n})`,
      detail: 'is_late(n)',
    })
    expect(labels('let x = first { has_id => 1; |')).toContain('has_id')
    expect(labels('let x = first { has_id => |')).toContain('days')
    expect(labels('let x = first { has_id => 1; else => 2 };\n|')).toContain('assert')
    expect(labels('let x = first { has_id => 1;\nassert a { |')).toContain('has_id')
  })

  it('offers statements at the positions of statements', () => {
    expect(labels('|')).toEqual([
      'version',
      'declare',
      'shape',
      'vocabulary',
      'month_end',
      'local',
      'let',
      'condition',
      'report',
      'parameter',
      'scale',
      'table',
      'assert',
      'library',
    ])
    expect(labels('assert a { has_id };\nass|')).toContain('assert')
    expect(completions('ass|').find(({ label }) => label === 'assert')).toMatchObject({
      insert: `assert \${1:name} {\n  $0\n};`,
      snippet: true,
    })
  })

  it('offers types, policies and local', () => {
    const types = ['boolean', 'numeric', 'date', 'timestamp', 'text', 'enum', 'whole', 'record', 'optional', 'list']
    expect(labels('declare x as |')).toEqual(types)
    expect(labels('assert a [|')).toEqual(['neutral', 'pessimistic', 'optimistic'])
    expect(labels('declare |')).toEqual(['local'])
    expect(labels('declare x|')).toEqual(['local'])
    expect(labels('assert |')).toEqual([])
  })

  it('offers what a cell of a table may hold, by its column', () => {
    const head = 'table fee first (kind, amount) -> numeric "USD" {\n  "meal" | - => 5;\n  '
    const atEnd = (rows: string) => {
      const text = DECLARATIONS + head + rows
      const all = completeAt(text, text.length, analyseRuleset(text, LIBRARY, DEFAULT_LANGUAGE_LIMITS), LIBRARY)
      return [...all].sort((a, b) => a.rank - b.rank).map(({ label }) => label)
    }
    expect(atEnd('').slice(0, 2)).toEqual(['meal', 'hotel'])
    expect(atEnd('"meal" | ').slice(0, 3)).toEqual(['amount', 'days', 'cap'])
    expect(labels('table fee |')).toEqual(['first', 'unique', 'any', 'collect sum', 'collect count'])
    expect(labels('table fee first (kind) -> |')).toEqual(['boolean', 'numeric', 'date', 'timestamp', 'enum'])
    expect(labels('parameter limit "USD" by |')).toContain('days')
    expect(labels('scale tax |')).toEqual(['of'])
  })

  it('offers nothing among the members of a declaration', () => {
    for (const text of ['enum [|', 'enum {"low", |', 'enum ["|"];', 'enum {"low", "|'])
      expect(labels(`declare fresh as ${text}`)).toEqual([])
  })

  it('offers names by type in expressions', () => {
    expect(best('assert a { |')).toEqual(['amount', 'days', 'has_id', 'grade', 'kind', 'open', 'cap'])
    expect(best('assert a { amount > |')).toEqual(['amount', 'days', 'cap'])
    expect(best('assert a { IsMember(kind, |')).toEqual(['Members', 'Union', 'Intersect', 'Difference'])
    expect(labels('assert a { |')).toEqual(expect.arrayContaining(['And', 'ForAll', 'IF', 'CASE', 'CountWhere']))
    expect(labels('let early = am|;\n')).toContain('amount')
  })

  it('offers no name above its declaration', () => {
    expect(labels('let early = |;\nlet later = amount;')).not.toContain('later')
    expect(labels('let early = |;\nlet later = amount;')).not.toContain('early')
  })

  it('offers members of the expected vocabulary, and only them inside quotes', () => {
    expect(best('assert a { grade >= |')).toEqual(['junior'])
    expect(completions('assert a { grade >= |')[0]).toMatchObject({ insert: '"junior"', kind: 'member' })
    expect(labels('assert a { grade >= "|" };')).toEqual(['junior', 'senior'])
    expect(labels('assert a { grade >= "|')).toEqual(['junior', 'senior'])
    expect(labels('assert a { IsMember(kind, { "meal", "|" }) };')).toEqual(['meal', 'hotel'])
    expect(labels('assert a { CASE kind OF "|": True END };')).toEqual(['meal', 'hotel'])
    expect(labels('assert a { CASE kind OF "meal": True, "|": True END };')).toEqual(['meal', 'hotel'])
  })

  it('offers units after a number, those in use first', () => {
    expect(best('assert a { amount > 75 "|" };')).toEqual(['USD'])
    expect(completions('assert a { amount > 75 |')[0]).toMatchObject({ label: 'USD', insert: '"USD"' })
    expect(labels('assert a { amount > 75 "|" };')).toEqual(expect.arrayContaining(['kg', 'min', 'degC']))
  })

  it('offers variables only in the body of their quantifier', () => {
    expect(labels('assert a { ForAll(x in { has_id, open }, |')).toContain('x')
    expect(labels('assert a { And(ForAll(x in { has_id }, x), |')).not.toContain('x')
  })

  it('continues IF and CASE', () => {
    expect(labels('assert a { IF has_id |')).toEqual(['THEN'])
    expect(labels('assert a { IF has_id THEN open |')).toEqual(['ELSE', 'END'])
    expect(labels('assert a { CASE kind |')).toEqual(['OF'])
    expect(labels('assert a { has_id |')).toEqual([])
  })

  it('completes annotations: tags, matching claims, units', () => {
    expect(labels('// @|')).toEqual(['@ask', '@context', '@range', '@unit', '@column', '@cite'])
    expect(completions('// @un|')[3]).toMatchObject({ insert: '@unit ', replaces: { start: at('// @un|').offset - 3 } })
    expect(labels('// @unit |')).toEqual(['days', 'amount'])
    expect(labels('// @ask |')).toEqual(['days', 'has_id', 'grade', 'kind', 'amount'])
    expect(completions('// @unit days |').find(({ label }) => label === 'd')).toMatchObject({ insert: 'd' })
    expect(labels('// plain |')).toEqual([])
  })

  it('replaces the written part of the word', () => {
    const { offset } = at('assert a { amo| };')
    const proposed = completions('assert a { amo| };').find(({ label }) => label === 'amount')
    expect(proposed?.replaces).toEqual({ start: offset - 3, end: offset })
  })
})

describe('hover', () => {
  const shown = (marked: string) => {
    const { text, offset } = at(marked)
    const shown = hoverAt(text, offset, analyseRuleset(text, LIBRARY, DEFAULT_LANGUAGE_LIMITS), LIBRARY)
    return shown === null ? null : [shown.code, ...shown.lines]
  }

  it('shows type, unit, question and range of names', () => {
    expect(shown('assert a { am|ount > cap };')).toEqual([
      'amount: numeric in USD (claim)',
      'What is the total?',
      'From 0 to 5000.',
    ])
    expect(shown('assert a { amount > ca|p };')).toEqual(['cap: numeric in USD (let)'])
    expect(shown('assert a { ope|n };')?.[0]).toBe('open: boolean (local)')
    expect(shown('assert a|bc { open };')).toEqual(['abc (assertion)'])
    expect(shown('assert a { ForAll(x in { 1 "h" }, |x > 0 "min") };')).toEqual(['x: numeric in h (member of the set)'])
    expect(shown('assert a { grade| > "junior" };')?.[0]).toBe('grade: enum ["junior", "senior"] (claim)')
  })

  it('shows the unit that a claim adopted', () => {
    expect(shown('assert a { da|ys > 5 "d" };')).toEqual([
      'days: numeric in d (claim)',
      'It has no @unit and meets d, so its values are bare numbers of d.',
    ])
  })

  it('shows the meaning of words, signs, units and members', () => {
    expect(shown('assert a { Imp|lies(open, open) };')?.[0]).toBe('Implies(a, b)')
    expect(shown('assert a { IF open TH|EN open END };')?.[0]).toBe('IF c THEN a [ELSE b] END')
    expect(shown('assert a { days |% 7 == 0 };')?.[0]).toBe('a % b')
    expect(shown('assert a { amount > 5 "U|SD" };')?.[0]).toBe('USD')
    expect(shown('assert a { grade > "jun|ior" };')).toEqual([
      '"junior"',
      'A member of grade. Place 1 of 2, lowest first.',
    ])
    expect(shown('// @ran|ge days 0..5\nassert a { open };')?.[0]).toBe('// @range claim min..max')
    expect(shown('assert a {|  open };')?.[0]).toBe('{ a, b }')
    expect(shown('assert a { open }; |')).toBeNull()
  })

  it('shows a written instant in UTC', () => {
    const text = 'version 1.4;\ndeclare sent as timestamp;\nassert a { sent < 2026-03-01T09:30:00+01:00 };'
    const analysis = analyseRuleset(text, LIBRARY, DEFAULT_LANGUAGE_LIMITS)
    expect(hoverAt(text, text.indexOf('09:30'), analysis, LIBRARY)?.code).toBe('2026-03-01T08:30:00Z')
    expect(hoverAt(text, text.indexOf('sent <'), analysis, LIBRARY)?.code).toBe('sent: timestamp (claim)')
  })

  it('works while the text does not compile', () => {
    expect(shown('assert a { amou|nt > };')?.[0]).toBe('amount: numeric in USD (claim)')
  })
})

describe('signature help', () => {
  const active = (marked: string) => {
    const { text, offset } = at(marked)
    const shown = signatureAt(text, offset)
    if (shown === null) return null
    const { start, end } = shown.operands[shown.active]!
    return [shown.form, shown.form.slice(start, end)]
  }

  it('reports which operand is being written', () => {
    expect(active('assert a { Implies(|')).toEqual(['Implies(a, b)', 'a'])
    expect(active('assert a { Implies(open, |')).toEqual(['Implies(a, b)', 'b'])
    expect(active('assert a { AtLeast(2, x in { 1, 2 }, |')).toEqual(['AtLeast(n, x in s, p)', 'p'])
    expect(active('assert a { And(open, open, open, |')).toEqual(['And(a, b, ...)', '...'])
    expect(active('assert a { And(Not(|), open) };')).toEqual(['Not(a)', 'a'])
    expect(active('assert a { And(IF open THEN |')).toEqual(['And(a, b, ...)', 'a'])
    expect(active('assert a { And(open, open) | };')).toBeNull()
    expect(active('assert a { IsMember(days, { 1, | }) };')).toBeNull()
  })
})

describe('any place in any text', () => {
  it('has completions, a hover and a signature without errors', { tags: 'thorough' }, () => {
    const places = fc.tuple(mutateTexts([GUIDE_RULESET]), fc.double({ min: 0, max: 1, noNaN: true }))
    fc.assert(
      fc.property(places, ([text, where]) => {
        const offset = Math.floor(where * text.length)
        const analysis = analyseRuleset(text, LIBRARY, DEFAULT_LANGUAGE_LIMITS)
        for (const { replaces } of completeAt(text, offset, analysis, LIBRARY)) {
          expect(replaces.start <= offset && replaces.end >= offset).toBe(true)
        }
        hoverAt(text, offset, analysis, LIBRARY)
        signatureAt(text, offset)
      }),
      { numRuns: 1_000 },
    )
  })
})
