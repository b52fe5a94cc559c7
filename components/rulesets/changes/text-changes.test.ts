import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { factChanges } from '../history/described-changes'
import { type TextLine, type TextRow, textChanges } from './text-changes'
import { foldStretches } from './text-rows'

const side = (rows: readonly TextRow[], of: 'before' | 'after') =>
  rows.flatMap((row) => (row[of] === null ? [] : [row[of]]))
const text = ({ pieces }: TextLine) => pieces.map((piece) => piece.text).join('')

describe('two texts', () => {
  it('are compared line by line, with the changed words', () => {
    const rows = textChanges('a b c\nkept\ngone\n', 'a x c\nkept\nnew one\nanother\n')
    expect(rows.map(({ kind, before, after }) => [kind, before?.number, after?.number])).toEqual([
      ['changed', 1, 1],
      ['same', 2, 2],
      ['removed', 3, undefined],
      ['added', undefined, 3],
      ['added', undefined, 4],
    ])
    expect(rows[0]?.after?.pieces).toEqual([
      { kind: 'same', text: 'a ' },
      { kind: 'added', text: 'x' },
      { kind: 'same', text: ' c' },
    ])
  })

  it('can both be restored from the rows, with their lines in order', () => {
    const lines = fc.array(fc.constantFrom('let a = 1;', 'let a = 2;', 'assert b { a };', '', '// why', 'x'), {
      maxLength: 25,
    })
    fc.assert(
      fc.property(lines, lines, (before, after) => {
        const rows = textChanges(before.map((l) => `${l}\n`).join(''), after.map((l) => `${l}\n`).join(''))
        expect(side(rows, 'before').map(text)).toEqual(before)
        expect(side(rows, 'after').map(text)).toEqual(after)
        for (const of of ['before', 'after'] as const)
          expect(side(rows, of).map(({ number }) => number)).toEqual(side(rows, of).map((_, position) => position + 1))
        expect(foldStretches(rows).flatMap((stretch) => stretch.rows)).toEqual(rows)
        for (const { rows: within, folded } of foldStretches(rows))
          if (folded) expect(within.every(({ kind }) => kind === 'same')).toBe(true)
      }),
    )
  })

  it('are folded far from every change', () => {
    const lines = Array.from({ length: 40 }, (_, position) => `line ${position}`)
    const rows = textChanges(lines.join('\n'), lines.with(20, 'quite another').join('\n'))
    expect(foldStretches(rows).map(({ rows: within, folded }) => [within.length, folded])).toEqual([
      [17, true],
      [8, false],
      [16, true],
    ])
  })
})

describe('claims and assertions', () => {
  it('are added, removed or changed, with their differences', () => {
    const before = [
      { name: 'a', facts: [{ about: 'type', text: 'numeric' } as const, { about: 'unit', text: 'USD' } as const] },
      { name: 'b', facts: [{ about: 'type', text: 'boolean' } as const] },
      { name: 'c', facts: [{ about: 'type', text: 'boolean' } as const] },
    ]
    const after = [
      { name: 'c', facts: [{ about: 'type', text: 'boolean' } as const] },
      { name: 'a', facts: [{ about: 'type', text: 'numeric' } as const, { about: 'range', text: '0 to 5' } as const] },
      { name: 'd', facts: [{ about: 'type', text: 'boolean' } as const] },
    ]
    expect(factChanges(before, after)).toEqual({
      unchanged: 1,
      changes: [
        {
          kind: 'changed',
          name: 'a',
          facts: [
            { about: 'range', before: null, after: '0 to 5' },
            { about: 'unit', before: 'USD', after: null },
          ],
        },
        { kind: 'added', name: 'd', facts: [{ about: 'type', before: null, after: 'boolean' }] },
        { kind: 'removed', name: 'b', facts: [{ about: 'type', before: 'boolean', after: null }] },
      ],
    })
  })
})
