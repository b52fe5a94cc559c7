import fc from 'fast-check'
import { expect, it } from 'vitest'
import { foldCase, foldPoint } from './case-folding'
import { hasLength } from './lengths'
import { patternMachine, runMachine, TooManyStatesError } from './machine'
import { PatternError, parsePattern } from './pattern'
import { CHECKS, checkMachine } from './shapes'
import { textClasses } from './text-classes'

const atom = fc.constantFrom('a', 'B', '[ab]', '[^a]', '[A-Z0-9]', '.', '\\.', '(a|bb)', '(|c)', 'ß', '[é-ü]', '😀')
const piece = fc
  .tuple(atom, fc.constantFrom('', '', '?', '*', '+', '{2}', '{1,3}', '{0,2}', '{2,}'))
  .map((p) => p.join(''))
const pattern = fc
  .array(piece, { maxLength: 4 })
  .chain((pieces) => fc.constantFrom('', '|').map((joint) => pieces.join(joint)))
const text = fc.array(fc.constantFrom('a', 'b', 'B', 'A', 'c', '.', '0', 'ß', 'é', '😀', '\n'), { maxLength: 6 })

it('matches like a regular expression that is anchored at both ends', { tags: 'thorough' }, () => {
  fc.assert(
    fc.property(pattern, text, fc.boolean(), (written, points, ignoringCase) => {
      const given = points.join('')
      const expected = new RegExp(`^(?:${written})$`, ignoringCase ? 'isu' : 'su').test(given)
      expect(runMachine(patternMachine(parsePattern(written), ignoringCase), given)).toBe(expected)
    }),
    { numRuns: 2_000 },
  )
})

it('lists exactly the kinds and lengths that texts have', { tags: 'thorough' }, () => {
  const alphabet = ['a', 'b', 'B', '0', '.', 'é']
  const texts = ['', ...alphabet]
  for (const one of alphabet) for (const two of alphabet) texts.push(one + two, ...alphabet.map((c) => one + two + c))
  fc.assert(
    fc.property(
      fc.array(pattern, { maxLength: 2 }),
      fc.uniqueArray(fc.constantFrom<string>('', 'a', 'ab', 'bb.')),
      (written, literals) => {
        const shapes = written.map((each) => patternMachine(parsePattern(each), false))
        const classes = textClasses({ literals, codes: ['0'], shapes, ignoringCase: false })
        const kindOf = (given: string) => shapes.map((shape) => runMachine(shape, given))
        for (const { literal, sample, matches, lengths } of classes) {
          expect(kindOf(sample)).toEqual(matches)
          expect(hasLength(lengths, [...sample].length)).toBe(true)
          expect(literals.includes(sample)).toBe(literal !== null)
        }
        for (const given of texts) {
          if (given === '0') continue
          const own = literals.includes(given) ? given : null
          const kind = kindOf(given)
          const found = classes.find(({ literal, matches }) => literal === own && matches.join() === kind.join())
          expect(found !== undefined && hasLength(found.lengths, [...given].length)).toBe(true)
        }
      },
    ),
    { numRuns: 200 },
  )
})

it('finds no text for a combination that none has', () => {
  const shapes = ['[0-9]{4}', '.*x.*', '.{3,}'].map((each) => patternMachine(parsePattern(each), false))
  const kinds = textClasses({ literals: [], codes: [], shapes, ignoringCase: false }).map(({ matches }) =>
    matches.join(),
  )
  expect(kinds).not.toContain('true,true,true')
  expect(kinds).not.toContain('true,false,false')
  expect(kinds).toContain('true,false,true')
})

it('checks digits as published', () => {
  const right = {
    mod97: ['10Bx939c5543TqA1144M999143X38', '5493001KJTIIGC8Y1R12'],
    luhn: ['4539578763621486', '79927398713', '0'],
    isin: ['US0378331005', 'DE000BAY0017', 'AU0000XVGZA3'],
  }
  for (const check of CHECKS)
    for (const given of right[check]) {
      const machine = checkMachine(check)
      expect([given, runMachine(machine, given)]).toEqual([given, true])
      expect(
        runMachine(
          machine,
          given.replace(/.$/, (last) => String((Number(last) + 1) % 10)),
        ),
      ).toBe(false)
      expect(runMachine(machine, `${given} `)).toBe(false)
    }
})

it('folds every code point as regular expressions do', () => {
  const cased: number[] = []
  for (let point = 0; point < 0x20000; point++) if (foldPoint(point) !== point) cased.push(point)
  expect(cased.length).toBeGreaterThan(1_300)
  for (const point of cased) {
    const folded = foldPoint(point)
    expect(foldPoint(folded)).toBe(folded)
    expect(new RegExp(`^${String.fromCodePoint(point)}$`, 'iu').test(String.fromCodePoint(folded))).toBe(true)
  }
  for (let point = 0; point < 0x20000; point++) {
    const text = String.fromCodePoint(point)
    for (const other of [text.toLowerCase(), text.toUpperCase()]) {
      if (other === text || [...other].length > 1) continue
      const isSame = new RegExp(`^${text.replace(/[\\^$.*+?()[\]{}|]/, '\\$&')}$`, 'iu').test(other)
      expect([point, foldCase(text) === foldCase(other)]).toEqual([point, isSame])
    }
  }
  expect(foldCase('ΣΑΣ')).toBe(foldCase('σας'))
  expect(foldCase('K')).toBe('k')
  expect(foldCase('ẞ')).toBe(foldCase('ß'))
  expect(foldCase('ı')).not.toBe(foldCase('i'))
})

it.each([
  ['^a', 'anchor'],
  ['(a', 'group-open'],
  ['a)', 'group-close'],
  ['(?=a)', 'group-kind'],
  ['[a', 'class-open'],
  ['[]', 'class-empty'],
  ['[b-a]', 'class-range'],
  ['*a', 'nothing-repeated'],
  ['a+?', 'repeated-twice'],
  ['a{x}', 'count'],
  ['a{3,1}', 'count-order'],
  ['a{1001}', 'count-size'],
  ['\\d', 'escape'],
  ['a]', 'stray'],
])('refuses %s', (written, problem) => {
  let found: unknown = null
  try {
    parsePattern(written)
  } catch (error) {
    found = error instanceof PatternError ? error.problem : error
  }
  expect(found).toBe(problem)
})

it('refuses patterns with too many states', () => {
  expect(() => patternMachine(parsePattern('(((){1000}){1000}){1000}'), false)).toThrow(TooManyStatesError)
  expect(() => patternMachine(parsePattern('((a{100}){100}){100}'), false)).toThrow(TooManyStatesError)
  expect(() => {
    const machine = patternMachine(parsePattern('(a|b)*a(a|b){20}'), false)
    textClasses({ literals: [], codes: [], shapes: [machine], ignoringCase: false })
  }).toThrow(TooManyStatesError)
})
