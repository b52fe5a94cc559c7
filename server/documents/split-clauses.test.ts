import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anchorOf } from './clause'
import { MAX_LINES, splitClauses } from './split-clauses'
import { normalizeText } from './text-lines'

function labels(text: string): readonly string[] {
  return splitClauses(normalizeText(text)).map(({ label }) => label)
}

const piece = fc.constantFrom(
  ...[
    '1. ',
    '2. ',
    '1.1 ',
    '1.2 ',
    '4.2 ',
    '(a) ',
    '(b) ',
    '(i) ',
    '(ii) ',
    'a) ',
    'A. ',
    'I. ',
    '§ 1 ',
    'Article 2\n',
  ],
  ...['Section 3. ', '# ', '## ', '- ', '| a | b |\n', '```\n', '\n', '\n\n', '2024. ', '1.500 ', 'must ', 'Words. '],
  ...['see section\n', '\t', '\u00a0', 'é', '\u{1f600}', '**1.** ', ' 3 ', '.......... 4\n'],
)

describe('the clauses of a text', () => {
  it('are the text in order, and have labels that differ', () => {
    const texts = fc.oneof(
      fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join('')),
      fc.string(),
    )
    fc.assert(
      fc.property(texts, (text) => {
        const normalized = normalizeText(text)
        const clauses = splitClauses(normalized)
        expect(clauses.map(({ start, end }) => normalized.slice(start, end)).join('')).toBe(normalized)
        expect(new Set(clauses.map(({ label }) => label)).size).toBe(clauses.length)
        for (const [i, { label, start, end, bodyStart, parent }] of clauses.entries()) {
          expect(label).toMatch(/^\S+$/)
          expect(start < end && start <= bodyStart && bodyStart <= end).toBe(true)
          expect(parent === null || parent < i).toBe(true)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('normalizes a text once', { tags: 'thorough' }, () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const normalized = normalizeText(text)
        expect(normalizeText(normalized)).toBe(normalized)
      }),
    )
  })

  it('finds each clause by its words and what surrounds them', () => {
    const text = normalizeText('1. Same words.\n2. Same words.\n3. Same words.\n')
    const anchors = splitClauses(text).map((clause) => anchorOf(text, clause))
    expect(anchors[1]).toEqual({ exact: '2. Same words.', prefix: '1. Same words.\n', suffix: '\n3. Same words.\n' })
    for (const { exact, prefix, suffix } of anchors) expect(text.split(prefix + exact + suffix)).toHaveLength(2)
  })
})

describe('a number at the beginning of a line', () => {
  const numbered = (line: string) =>
    `1. Scope\n1.1 This applies to all.\n1.2 It ends with\n${line}\n1.3 Last.\n2. End\n2.1 Over.`

  it.each([
    ['a year', '2024. It is over.'],
    ['an amount', '1.500 EUR a month.'],
    ['a date', '2. March 2026 or later.'],
    ['a reference after its word', 'the cases in section\n1.3 and others.'],
    ['a reference inside a sentence', '1.3 above, and so on.'],
    ['a measure', '1.3 km from home.'],
    ['a row of a table', '\n| 1.3 | 40 |\n| 2. | 50 |'],
    ['a number in a sentence', '2 managers sign it.'],
    ['a number far away', '9. Something else.'],
    ['a line of the contents', '2. End .......... 7'],
  ])('starts no clause if it is %s', (_, line) => {
    expect(labels(numbered(line))).toEqual(['1', '1.1', '1.2', '1.3', '2', '2.1'])
  })

  it.each<[string, string, readonly string[]]>([
    ['letters inside', '1. One:\n(a) first;\n(b) second.\n2. Two', ['1', '1(a)', '1(b)', '2']],
    [
      'the letter after h',
      lettered(),
      [...'abcdefghi']
        .map((letter) => `1(${letter})`)
        .toSpliced(0, 0, '1')
        .concat('2'),
    ],
    [
      'Roman numbers',
      '1. One\n(a) x:\n(i) first\n(ii) second\n(b) y\n2. Two',
      ['1', '1(a)', '1(a)(i)', '1(a)(ii)', '1(b)', '2'],
    ],
    [
      'articles',
      'Article 5\nPrinciples\n1. One.\n2. Two.\n\nArticle 6\n1. One.\n2. Two.',
      ['Art.5', 'Art.5(1)', 'Art.5(2)', 'Art.6', 'Art.6(1)', 'Art.6(2)'],
    ],
    ['sections', 'Section 1. One.\n\nSection 2. Two.', ['1', '2']],
    ['paragraph signs', '§ 1 Scope\n(1) One.\n(2) Two.\n\n§ 2 End', ['§1', '§1(1)', '§1(2)', '§2']],
    ['parts', 'PART I\n\n1. One.\n2. Two.\n\nPART II\n\n3. Three.', ['Part.I', '1', '2', 'Part.II', '3']],
    ['letters above numbers', 'A. One\n1. First.\n2. Second.\nB. Two\n1. Third.', ['A', 'A.1', 'A.2', 'B', 'B.1']],
    ['headings with numbers', '# Policy\n## 1. One\nText.\n### 1.1 More\nText.\n## 2. Two', ['title', '1', '1.1', '2']],
    ['a list that begins beside its number', '3.1 (a) One.\n(b) Two.\n3.2 Three.', ['3.1', '3.1(a)', '3.1(b)', '3.2']],
    ['a part of a policy', '4.1 One.\n4.2 Two.\n5 Title\n5.1 Three.', ['4.1', '4.2', '5', '5.1']],
    ['a left-out number', '1. One.\n\n2. Two.\n\n4. Four.', ['1', '2', '4']],
  ])('starts a clause: %s', (_, text, expected) => {
    expect(labels(text)).toEqual(expected)
  })
})

describe('long and deep numbering', () => {
  const count = (to: number, print: (n: number) => string, from = 1) =>
    Array.from({ length: to - from + 1 }, (_, i) => print(from + i))
  const list = (numbers: readonly string[]) => numbers.map((number) => `${number} Words of it.`).join('\n')
  const inside = (numbers: readonly string[]) => labels(`1. One:\n${list(numbers)}\n2. Two`)
  const within = (printed: readonly string[]) => ['1', ...printed.map((each) => `1(${each})`), '2']

  it('goes on after 999', () => {
    const numbers = count(1_250, String)
    expect(labels(list(numbers.map((n) => `${n}.`)))).toEqual(numbers)
    expect(labels(list(numbers.map((n) => `§ ${n}`)))).toEqual(numbers.map((n) => `§${n}`))
    expect(labels(list(numbers.map((n) => `Article ${n}`)))).toEqual(numbers.map((n) => `Art.${n}`))
    expect(inside(numbers.map((n) => `(${n})`))).toEqual(within(numbers))
    const dotted = numbers.map((n) => `1.${n}`)
    expect(labels(`1. One\n${list(dotted)}`)).toEqual(['1', ...dotted])
    const parents = count(1_003, (n) => `${n}. Title\n${n}.1 One.\n${n}.2 Two.`, 997)
    expect(labels(parents.join('\n'))).toEqual(count(1_003, String, 997).flatMap((n) => [n, `${n}.1`, `${n}.2`]))
  })

  it('takes no year, amount or postal code for a clause', () => {
    for (const line of [
      '2024. It is over.',
      '2025 Budget',
      '10115 Berlin',
      '1.5000 was the rate.',
      '31.12.2024 Berlin',
      '(2024) Ann',
    ])
      expect(labels(`1. One.\n2. Two.\n${line}\n3. Three.`), line).toEqual(['1', '2', '3'])
    expect(labels('2024. Good.\n2025. Better.\n2026. Best.')).not.toContain('2025')
  })

  it('goes on after z, with aa, bb and with aa, ab', () => {
    const column = (n: number): string =>
      n === 0 ? '' : column(Math.floor((n - 1) / 26)) + String.fromCharCode(97 + ((n - 1) % 26))
    const repeated = (n: number) => String.fromCharCode(97 + ((n - 1) % 26)).repeat(Math.ceil(n / 26))
    for (const print of [column, repeated]) {
      const letters = count(76, print)
      expect(inside(letters.map((each) => `(${each})`))).toEqual(within(letters))
      expect(inside(letters.map((each) => `${each})`))).toEqual(within(letters))
      const upper = letters.map((each) => each.toUpperCase())
      expect(inside(upper.map((each) => `(${each})`))).toEqual(within(upper))
    }
    const columns = count(800, column)
    expect(inside(columns.map((each) => `(${each})`))).toEqual(within(columns))
  })

  it('reads Roman numbers to 3,999', () => {
    const roman = (n: number) =>
      'M'.repeat(Math.floor(n / 1_000)) +
      (['CDM', 'XLC', 'IVX'] as const)
        .map(([one = '', five = '', ten = ''], i) => {
          const digit = Math.floor(n / 10 ** (2 - i)) % 10
          const low = digit % 5
          return low === 4 ? one + (digit === 9 ? ten : five) : (digit > 4 ? five : '') + one.repeat(low)
        })
        .join('')
    const numbers = count(1_100, roman)
    const lower = numbers.map((each) => each.toLowerCase())
    expect(inside(lower.map((each) => `(${each})`))).toEqual(within(lower))
    expect(labels(numbers.map((each) => `Part ${each}\n\nWords.\n`).join('\n'))).toEqual(
      numbers.map((each) => `Part.${each}`),
    )
    const last = count(3_999, roman, 3_880)
    expect(labels(last.map((each) => `Article ${each}\nWords.\n`).join('\n'))).toEqual(
      last.map((each) => `Art.${each}`),
    )
  })

  it('keeps the letters of annexes, which are also Roman numbers', () => {
    const letters = [...'ABCDEFGHIJKLMN']
    expect(labels(letters.map((each) => `Annex ${each}\n\nWords.\n`).join('\n'))).toEqual(
      letters.map((each) => `Annex.${each}`),
    )
  })

  it('follows ten levels, also several on one line', () => {
    const deep = count(10, (n) => Array.from({ length: n }, () => 1).join('.'))
    expect(labels(`${list(deep.map((each) => `${each}.`))}\n2. End`)).toEqual([...deep, '2'])
    expect(labels('3.1 (a)(i) One.\n(ii) Two.\n(b) Three.\n3.2 Four.')).toEqual([
      ...['3.1', '3.1(a)', '3.1(a)(i)', '3.1(a)(ii)', '3.1(b)', '3.2'],
    ])
    expect(
      labels('1. One:\n(a) a:\n(i) i:\n(A) A:\n(I) I:\n(1) one\n(2) two\n(II) II\n(B) B\n(ii) ii\n(b) b\n2. Two'),
    ).toEqual([
      ...['1', '1(a)', '1(a)(i)', '1(a)(i)(A)', '1(a)(i)(A)(I)', '1(a)(i)(A)(I)(1)', '1(a)(i)(A)(I)(2)'],
      ...['1(a)(i)(A)(II)', '1(a)(i)(B)', '1(a)(ii)', '1(b)', '2'],
    ])
  })
})

function lettered(): string {
  return `1. One\n${[...'abcdefghi'].map((letter) => `(${letter}) thing`).join('\n')}\n2. Two`
}

it('divides many lines with the same number without work that grows with their square', { tags: ['thorough'] }, () => {
  for (const line of ['(a)\n', '1.\n', '| a |\n', 'Art 1\n'])
    expect(splitClauses(line.repeat(MAX_LINES)).length).toBeGreaterThan(0)
})

describe('a text without numbers', () => {
  it('numbers headings and paragraphs', () => {
    const text =
      'Leave\n\nEveryone gets 25 days.\nThey are paid.\n\n- in March\n- in April\n\nSick leave\n\nA note is required.\n\nIt is signed.'
    expect(labels(text)).toEqual(['title', '1', '2', '2.1', '2.2'])
    expect(labels('# P\n## Meals\nUp to 60.\n\nNo more.\n## Hotels\nUp to 150.')).toEqual([
      'title',
      '1',
      '1.1',
      '1.2',
      '2',
      '2.1',
    ])
  })

  it('keeps a table whole, with the paragraph before it', () => {
    const text = normalizeText('The limits are:\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nThey must be kept.')
    expect(splitClauses(text).map(({ start, end }) => text.slice(start, end).trim())).toEqual([
      'The limits are:\n\n| a | b |\n|---|---|\n| 1 | 2 |',
      'They must be kept.',
    ])
  })

  it('is one clause if it is one paragraph, and has no clause if it is empty', () => {
    expect(labels('Only one.')).toEqual(['1'])
    expect(labels(' \n\t\n')).toEqual([])
  })
})
