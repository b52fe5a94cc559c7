import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyEdit, applyEdits, type ClauseEdit, carryEdits, type EditedClauses, EditProblem } from './edit-clauses'
import { matchClauses } from './match-clauses'
import { splitClauses } from './split-clauses'
import { normalizeText } from './text-lines'

const TEXT = normalizeText(
  '1. Meals cost up to 60 USD. They need a receipt.\n2. Hotels.\n2.1 Up to 150 USD.\n2.2 Booked early.\n3. End.',
)
const CLAUSES = splitClauses(TEXT)
const START: EditedClauses = { clauses: CLAUSES, marks: new Map() }

function labels({ clauses }: Pick<EditedClauses, 'clauses'>): readonly string[] {
  return clauses.map(({ label }) => label)
}

function startOf(label: string): number {
  return CLAUSES.find((clause) => clause.label === label)?.start ?? -1
}

const edit = fc.oneof(
  fc.record({ kind: fc.constant('split' as const), at: fc.integer({ min: -2, max: TEXT.length + 2 }) }),
  fc.record({ kind: fc.constant('join' as const), start: fc.integer({ min: 0, max: TEXT.length }) }),
  fc.constantFrom(...CLAUSES).map(({ start }): ClauseEdit => ({ kind: 'join', start })),
  fc.constantFrom(...CLAUSES).map(({ start }): ClauseEdit => ({ kind: 'mark', start, mark: { kind: 'rule' } })),
)

describe('edits of clauses', () => {
  it('keep the text, distinct labels and earlier parents, whatever their order', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 25 }), (edits) => {
        const { clauses, marks } = applyEdits(TEXT, CLAUSES, edits)
        expect(clauses.map(({ start, end }) => TEXT.slice(start, end)).join('')).toBe(TEXT)
        expect(new Set(labels({ clauses })).size).toBe(clauses.length)
        for (const [i, { parent }] of clauses.entries()) expect(parent === null || parent < i).toBe(true)
        for (const start of marks.keys()) expect(clauses.some((clause) => clause.start === start)).toBe(true)
      }),
    )
  })

  it('split a clause between two words, and join the parts again', () => {
    const at = TEXT.indexOf('They')
    const split = applyEdits(TEXT, CLAUSES, [{ kind: 'split', at }])
    expect(labels(split)).toEqual(['1', '1/2', '2', '2.1', '2.2', '3'])
    expect(split.clauses[3]?.parent).toBe(2)
    const joined = applyEdits(TEXT, CLAUSES, [
      { kind: 'split', at },
      { kind: 'join', start: at },
    ])
    expect(joined.clauses.map(({ start, end }) => [start, end])).toEqual(CLAUSES.map(({ start, end }) => [start, end]))
  })

  it.each<[string, ClauseEdit]>([
    ['a split at the beginning of a clause', { kind: 'split', at: startOf('2') }],
    ['a split inside the number', { kind: 'split', at: 1 }],
    ['a split behind the last word', { kind: 'split', at: TEXT.length - 1 }],
    ['a split outside of the text', { kind: 'split', at: TEXT.length + 5 }],
    ['a join of the first clause', { kind: 'join', start: 0 }],
    ['a mark where no clause begins', { kind: 'mark', start: 3, mark: { kind: 'rule' } }],
  ])('refuse %s with a sentence', (_, wrong) => {
    const answer = applyEdit(TEXT, START, wrong)
    expect(answer instanceof EditProblem && answer.message).toMatch(/^[A-Z].*\.$/)
  })
})

describe('a newer revision', () => {
  const newer = normalizeText(
    '1. Meals cost up to 75 USD. They need a receipt.\n2. Hotels.\n2.1 New words entirely here.\n2.2 Up to 150 USD.\n2.3 Booked early.\n',
  )
  const side = (text: string) => ({ text, clauses: splitClauses(text) })
  const changes = (from: string, to: string) =>
    matchClauses(side(from), side(to)).map(({ change, older, newer: at }) => [
      change,
      older === null ? null : side(from).clauses[older]?.label,
      at === null ? null : side(to).clauses[at]?.label,
    ])

  it('has the same clauses under other numbers, and changed, new and gone ones', () => {
    expect(changes(TEXT, newer)).toEqual([
      ['changed', '1', '1'],
      ['same', '2', '2'],
      ['new', null, '2.1'],
      ['same', '2.1', '2.2'],
      ['same', '2.2', '2.3'],
      ['gone', '3', null],
    ])
  })

  it('has all clauses the same if only spaces and ends of lines differ', () => {
    const spaced = normalizeText(TEXT.replaceAll('\n', '\r\n\r\n').replaceAll(' USD', '  USD'))
    expect(new Set(changes(TEXT, spaced).map(([change]) => change))).toEqual(new Set(['same']))
  })

  it('is compared in a moment even if 1,000 long clauses differ', { timeout: 20_000, tags: 'thorough' }, () => {
    const sideOf = (seed: number) => {
      const clause = (i: number) => Array.from({ length: 300 }, (_, word) => `w${(word * 7919 + seed + i) % 9973}`)
      const text = normalizeText(Array.from({ length: 1_000 }, (_, i) => `${clause(i).join(' ')}.`).join('\n\n'))
      return { text, clauses: splitClauses(text) }
    }
    expect(matchClauses(sideOf(1), sideOf(5_000))).toHaveLength(1_000)
  })

  it('takes over marks, splits and joins where the words are still there', () => {
    const edits: readonly ClauseEdit[] = [
      { kind: 'split', at: TEXT.indexOf('They') },
      { kind: 'mark', start: startOf('2.2'), mark: { kind: 'not_checkable', reason: 'Early is not defined.' } },
      { kind: 'mark', start: startOf('3'), mark: { kind: 'definition' } },
    ]
    const carried = carryEdits(
      { ...side(TEXT), edits },
      side(newer),
      (old, clauses) =>
        new Map(
          matchClauses({ text: TEXT, clauses: old.clauses }, { text: newer, clauses }).flatMap(
            ({ older, newer: at }) =>
              older === null || at === null ? [] : [[old.clauses[older]!.start, clauses[at]!.start] as const],
          ),
        ),
    )
    const edited = applyEdits(newer, splitClauses(newer), carried)
    const marked = edited.clauses.filter(({ start }) => edited.marks.has(start)).map(({ label }) => label)
    expect(marked).toEqual(['2.3'])
  })
})
