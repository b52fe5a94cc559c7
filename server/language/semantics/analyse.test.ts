import { describe, expect, it } from 'vitest'
import { parseNumeral, printNumeral } from '../numeric/numeral'
import { DEFAULT_LANGUAGE_LIMITS } from '../text/limits'
import { createUnitLibrary } from '../units/unit-library'
import { analyseRuleset } from './analyse'
import type { Checked, CheckedAssertion, CheckedRuleset } from './checked-ruleset'

const LIBRARY = createUnitLibrary([])

function compile(text: string, library = LIBRARY): CheckedRuleset {
  const { ruleset, diagnostics } = analyseRuleset(text, library, DEFAULT_LANGUAGE_LIMITS)
  const errors = diagnostics.filter((d) => d.severity === 'error').map((d) => `${d.line}: ${d.message}`)
  expect(errors).toEqual([])
  if (ruleset === null) throw new Error('no ruleset without an error')
  return ruleset
}

const UNITS = `// @unit travel h
declare travel as numeric;
// @unit rest min
declare rest as numeric;
// @unit amount USD
declare amount as numeric;
// @unit inside degC
declare inside as numeric;
// @unit outside degF
declare outside as numeric;
declare load as numeric;
declare pieces as numeric;
declare has_id as boolean;
declare size as enum ["small", "large"];
declare kind as enum {"meal", "hotel"};
`

function asserted(condition: string, before = ''): CheckedAssertion {
  return compile(`${UNITS}${before}assert a { ${condition} };`).assertions[0]!
}

/** Prints a checked expression, with conversions as `operand*factor+offset`. */
function shown(node: Checked): string {
  switch (node.kind) {
    case 'boolean':
      return node.value ? 'True' : 'False'
    case 'number':
      return printNumeral(node.value)
    case 'string':
      return JSON.stringify(node.value)
    case 'input':
      return `i${node.input}`
    case 'let':
      return `l${node.let}`
    case 'variable':
      return node.name
    case 'nothing':
      return 'nothing'
    case 'written':
      return shown(node.core)
    case 'negate':
      return `-${shown(node.operand)}`
    case 'add-months':
      return `addMonths(${shown(node.operand)} ${shown(node.months)} ${node.rule})`
    case 'calendar':
      return `${node.part}(${node.operands.map(shown).join(' ')})`
    case 'absolute':
      return `|${shown(node.operand)}|`
    case 'extreme':
      return `${node.extreme}(${node.operands.map(shown).join(' ')})`
    case 'round':
      return `${node.mode}(${shown(node.operand)} ${printNumeral(node.step)})`
    case 'arithmetic':
      return `(${shown(node.left)} ${node.operator} ${shown(node.right)})`
    case 'compare':
      return `(${shown(node.left)} ${node.operator} ${shown(node.right)}${node.order === null ? '' : ' in order'})`
    case 'differ':
      return `(${shown(node.left)} differs from ${shown(node.right)})`
    case 'convert':
      return `[${shown(node.operand)}*${printNumeral(node.factor)}+${printNumeral(node.offset)}]`
    case 'connective':
      return `${node.connective}(${node.operands.map(shown).join(' ')})`
    case 'choice':
      return `(${shown(node.condition)} ? ${shown(node.then)} : ${shown(node.otherwise)})`
    case 'case':
      return `case(${shown(node.subject)} ${node.arms.map((arm) => `${arm.label}:${shown(arm.value)}`).join(' ')} ${node.fallback === null ? '' : shown(node.fallback)})`
    case 'quantified':
      return `${node.quantifier}(${node.count === null ? '' : `${shown(node.count)} `}${node.name} ${shown(node.set)} ${shown(node.body)})`
    case 'is-member':
      return `in(${shown(node.value)} ${shown(node.set)})`
    case 'is-subset':
      return `subset(${shown(node.left)} ${shown(node.right)})`
    case 'set':
      return `{${node.members.map(shown).join(' ')}}`
    case 'vocabulary':
      return `members(i${node.input})`
    case 'set-operation':
      return `${node.operation}(${shown(node.left)} ${shown(node.right)})`
    case 'unbridged':
      return `<${shown(node.left)} ${node.operator}| ${shown(node.right)}>`
  }
}

const tree = (condition: string, before = '') => shown(asserted(condition, before).expression)

describe('units in the checked tree', () => {
  it('convert the right side to the unit of the left', () => {
    expect(tree('travel < 90 "min"')).toBe('(i0 < [90*1/60+0])')
    expect(tree('90 "min" > travel')).toBe('(90 > [i0*60+0])')
    expect(tree('travel + rest < 1 "d"')).toBe('((i0 + [i1*1/60+0]) < [1*24+0])')
    expect(tree('travel % 30 "min" == 0 "s"')).toBe('((i0 % [30*1/60+0]) == [0*1/3600+0])')
  })

  it('convert later branches and members to the first, and entire sets', () => {
    expect(tree('If(has_id, travel, rest) < 1 "h"')).toBe('((i7 ? i0 : [i1*1/60+0]) < 1)')
    expect(tree('CASE kind OF "meal": rest, DEFAULT: 1 "h" END < rest')).toBe('(case(i9 meal:i1 [1*60+0]) < i1)')
    expect(tree('IsMember(travel, { 60 "min", 2 "h" })')).toBe('in(i0 [{60 [2*60+0]}*1/60+0])')
    expect(tree('IsSubset({ travel }, Union({ 1 "h" }, { rest }))')).toBe('subset({i0} Union({1} [{i1}*1/60+0]))')
  })

  it('use the offset of temperatures in comparisons, and only the factor in differences', () => {
    expect(tree('inside < 50 "degF"')).toBe('(i3 < [50*5/9+-160/9])')
    expect(tree('inside - outside < 9 "degF"')).toBe('((i3 - [i4*5/9+-160/9]) < [9*5/9+0])')
    expect(tree('inside - 20 "degC" - 1 "K" > 5 "degC"')).toBe('(((i3 - 20) - [1*1+0]) > 5)')
    expect(tree('(inside - outside) * 2 / 1 "h" > 5 "degC/h"')).toBe('((((i3 - [i4*5/9+-160/9]) * 2) / 1) > 5)')
  })

  it('build compound units, in which symbols only cancel', () => {
    expect(tree('amount / travel > 15 "USD/h"')).toBe('((i2 / i0) > 15)')
    expect(tree('amount / travel > 1 "USD/min"')).toBe('((i2 / i0) > [1*60+0])')
    expect(tree('travel / 2 "h" > 3')).toBe('((i0 / 2) > 3)')
  })
})

describe('claims without a unit', () => {
  const adopted = (conditions: string) => {
    const { inputs } = compile(`${UNITS}${conditions}`)
    return Object.fromEntries(
      inputs.filter((input) => input.adoptedUnit !== null).map(({ name, adoptedUnit }) => [name, adoptedUnit?.text]),
    )
  }

  it('take the unit they meet, also through sums, minus signs, bare factors, branches and lets', () => {
    expect(adopted('assert a { load > 5 "kg" };')).toEqual({ load: 'kg' })
    expect(adopted('assert a { 3 * -load / 2 - load > 5 "kg" };')).toEqual({ load: 'kg' })
    expect(adopted('assert a { If(has_id, load, pieces) > 5 "kg" };')).toEqual({ load: 'kg', pieces: 'kg' })
    expect(adopted('let all = load * 2; assert a { IsMember(all, { 1 "g", 2 "kg" }) };')).toEqual({ load: 'g' })
    expect(adopted('assert a { ForAll(x in { load, 3 "kg" }, x > 1 "kg") };')).toEqual({ load: 'kg' })
  })

  it('take it from each other, at any position in the text', () => {
    expect(adopted('assert a { pieces < load }; assert b { load < 1 "kg" };')).toEqual({ load: 'kg', pieces: 'kg' })
  })

  it('stay bare as factors of something with a unit', () => {
    expect(adopted('assert a { amount * pieces < 100 "USD" };')).toEqual({})
    expect(adopted('assert a { amount * pieces < load };')).toEqual({ load: 'USD' })
    expect(adopted('assert a { travel / pieces > 1 "h" };')).toEqual({})
  })

  it('take no unit from a call of Round that lost its second comma', () => {
    const text = 'version 1.4; declare load as numeric; assert a { Round(load, 1 "half_up") == load };'
    const { diagnostics } = analyseRuleset(text, LIBRARY, DEFAULT_LANGUAGE_LIMITS)
    expect(diagnostics.map(({ code }) => code)).not.toContain('adopted-unit')
  })

  it('take the scale of a temperature whose difference they meet', () => {
    expect(adopted('assert a { inside - outside > load };')).toEqual({ load: 'degC' })
  })

  it('stay bare if nothing has a unit', () => {
    expect(adopted('assert a { load * pieces > 5 };')).toEqual({})
  })
})

describe('pairs without a conversion', () => {
  it('are recorded on the assertions that compare them, also through lets', () => {
    const { assertions } = compile(`${UNITS}let euros = amount + 5 "EUR";
assert a { euros > 1 "USD" };
assert b { Or(rest < amount, travel < 3 "mo") };
assert c { travel < 3 "h" };`)
    expect(assertions.map((assertion) => assertion.unbridged)).toEqual([
      [{ from: 'USD', to: 'EUR', cause: 'missing' }],
      [
        { from: 'min', to: 'USD', cause: 'missing' },
        { from: 'h', to: 'mo', cause: 'ambiguous' },
      ],
      [],
    ])
  })

  it('are unbridged nodes in the tree', () => {
    expect(tree('rest < amount')).toBe('<i1 <| i2>')
    expect(tree('rest + amount > 1 "min"')).toBe('(<i1 +| i2> > 1)')
    expect(tree('If(has_id, rest, amount) > 1 "min"')).toBe('((i7 ? i1 : <i1 | i2>) > 1)')
    expect(tree('IsMember(rest, { amount })')).toBe('in(i1 <i1 | {i2}>)')
  })

  it('are bridged by a converter', () => {
    const factor = parseNumeral('1.25', 10)
    const offset = parseNumeral('0', 10)
    if ('problem' in factor || 'problem' in offset) throw new Error('a numeral')
    const library = createUnitLibrary([{ from: 'EUR', to: 'USD', factor, offset }])
    const { assertions } = compile(`${UNITS}assert a { amount > 4 "EUR" };`, library)
    expect(assertions[0]?.unbridged).toEqual([])
    expect(shown(assertions[0]!.expression)).toBe('(i2 > [4*1.25+0])')
  })
})

describe('an assertion', () => {
  it('knows what it reads, through lets and quantifiers, but not claims whose vocabulary it uses', () => {
    expect(asserted('ForAll(x in Members(kind), has_id)').reads).toEqual([7])
    expect(asserted('both', 'let one = load > 1; let both = And(one, has_id);').reads).toEqual([5, 7])
    expect(asserted('Exists(x in { travel, rest }, x > 1 "h")').reads).toEqual([0, 1])
  })

  it('has its comment block, its condition as written and its line', () => {
    const { assertions } = compile(`${UNITS}// not this one

// First line.
// @context has_id Text
//Second line.
assert a [optimistic] {
  has_id // why
};
let x = 1; // trailing
assert b { has_id }; /* block */ assert c { x > pieces };
`)
    expect(assertions.map(({ comment, source, line, policy }) => ({ comment, source, line, policy }))).toEqual([
      { comment: ['First line.', 'Second line.'], source: 'has_id // why', line: 21, policy: 'optimistic' },
      { comment: [], source: 'has_id', line: 25, policy: 'neutral' },
      { comment: [], source: 'x > pieces', line: 25, policy: 'neutral' },
    ])
  })

  it('orders members by their vocabulary', () => {
    expect(tree('size < "large"')).toBe('(i8 < "large" in order)')
    expect(tree('If(has_id, "small", "large") >= size')).toBe('((i7 ? "small" : "large") >= i8 in order)')
    expect(tree('size == "large"')).toBe('(i8 == "large")')
  })
})

describe('inputs', () => {
  it('are claims and locals without a let, in order, with their annotations', () => {
    const { inputs, lets } = compile(
      `// @ask a How many?
// @range a -1.5..10
declare a as numeric;
declare local open as boolean;
declare local closed as boolean;
let closed = open;
// @context a Count them all.
assert x { Or(closed, a > 1) };`,
    )
    expect(inputs.map(({ kind, name, question, context, line }) => ({ kind, name, question, context, line }))).toEqual([
      { kind: 'claim', name: 'a', question: 'How many?', context: 'Count them all.', line: 3 },
      { kind: 'local', name: 'open', question: null, context: null, line: 4 },
    ])
    expect([printNumeral(inputs[0]!.range!.min), printNumeral(inputs[0]!.range!.max)]).toEqual(['-1.5', '10'])
    expect(lets.map(({ name, line }) => ({ name, line }))).toEqual([{ name: 'closed', line: 6 }])
  })

  it("add the ruleset's own symbols", () => {
    expect(compile('// @unit a widgets/h\ndeclare a as numeric; assert x { a > 1 "widgets/min" };').ownSymbols).toEqual(
      ['widgets'],
    )
  })
})

describe('data for the editor', () => {
  it('has every use of every name, with its declaration', () => {
    const text = '// @ask a Why?\ndeclare a as boolean;\nlet b = a;\nassert a { ForAll(x in { a, b }, x) };'
    const { names } = analyseRuleset(text, LIBRARY, DEFAULT_LANGUAGE_LIMITS)
    const uses = names.map(({ name, role, declares, declaredAt }) => `${name} ${role} ${declares} ${declaredAt}`)
    const a = text.indexOf('a as')
    const b = text.indexOf('b =')
    const x = text.indexOf('x in')
    expect(uses).toEqual([
      `a claim false ${a}`,
      `a claim true ${a}`,
      `b let true ${b}`,
      `a claim false ${a}`,
      `a assertion true ${text.indexOf('a {')}`,
      `x variable true ${x}`,
      `a claim false ${a}`,
      `b let false ${b}`,
      `x variable false ${x}`,
    ])
  })

  it('stays useful while something is wrong', () => {
    const { ruleset, inputs, types, names } = analyseRuleset(
      'declare a as numeric;\nlet b = a + 1;\nassert x { a > };',
      LIBRARY,
      DEFAULT_LANGUAGE_LIMITS,
    )
    expect(ruleset).toBeNull()
    expect(inputs.map((input) => input.name)).toEqual(['a'])
    expect(names.filter((use) => use.declares).map((use) => types.get(use.declaredAt)?.kind)).toEqual([
      'numeric',
      'numeric',
      undefined,
    ])
  })
})

describe('both versions', () => {
  it('mean the same', () => {
    const of = (version: string) => ({ ...compile(`${version}declare a as boolean; assert x { a };`), version: '' })
    expect(compile('version 1.2; declare a as boolean; assert x { a };').version).toBe('1.2')
    expect(compile('declare a as boolean; assert x { a };').version).toBe('1.3')
    expect(of('version 1.2; ')).toEqual(of('version 1.3; '))
  })
})

describe('a date', () => {
  const DATED =
    'version 1.4;\nmonth_end last;\ndeclare filed as date;\ndeclare decided as date;\ndeclare n as numeric;\n'
  const problems = (condition: string) =>
    analyseRuleset(
      `${DATED}assert a { And(filed > decided, ${condition}) };`,
      createUnitLibrary([]),
      DEFAULT_LANGUAGE_LIMITS,
    )
      .diagnostics.filter(({ severity }) => severity === 'error')
      .map(({ message }) => message)

  it.each([
    'n == (EndOfMonth(filed) - If(n > 1, 2024-02-29, filed + 1 "yr")) / 1 "d"',
    'ForAll(x in { filed, decided }, (x + 1 "yr" - filed) / 1 "d" > n)',
    'And(n > 1, Exists(x in Union({ filed }, { decided }), x - 1 "mo" < 2026-01-01))',
    'And(n > 1, IsMember(filed, { decided, 2026-01-31 }))',
    'And(n > 1, If(n > 2, filed, decided) <= decided + 2 "wk")',
  ])('does not give the unit of a time to what it is compared with: %s', (condition) => {
    expect(problems(condition)).toEqual([])
  })
})

it('does not call a list unread whose entries are only counted', () => {
  const problems = (condition: string) =>
    analyseRuleset(
      `version 1.4; declare s as list of whole up to 2; declare n as numeric; assert a { ${condition} };`,
      LIBRARY,
      DEFAULT_LANGUAGE_LIMITS,
    ).diagnostics.map(({ code, message }) => `${code}: ${message}`)
  expect(problems('And(IsGiven(s), Count(s) < n)')).toEqual([])
  expect(problems('n > 1')).toEqual([expect.stringMatching(/^unread-claim: No assertion reads the claim "s"\./)])
})
