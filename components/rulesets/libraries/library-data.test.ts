import { describe, expect, it } from 'vitest'
import { hashSharedLines, printUse } from '../../../server/language/text/shared-lines'
import { hintOf, libraryPath, type NewestRevision, type UseState, usedLibraries } from './library-data'

const LINES = '  condition is_large(x) = x > 5 "USD";\n'
const LIBRARY = { lines: LINES, sha256: hashSharedLines(LINES) }
const NEWEST: NewestRevision = {
  ...{ sha256: '1'.repeat(64), lines: '', hash: '2'.repeat(64) },
  ...{ savedAt: '2026-03-01T00:00:00Z', savedBy: 'Ann', message: null },
}
const USE = { name: 'house/amounts', sha256: LIBRARY.sha256, intact: true }

describe('the libraries that a page asks about', () => {
  it('are those of the text, each once', () => {
    const text = `version 1.4;\n${printUse('a', LIBRARY)}\n${printUse('a', LIBRARY)}\n${printUse('b', LIBRARY)}\n`
    expect(usedLibraries(text).map(({ name }) => name)).toEqual(['a', 'b'])
    expect(usedLibraries(text.replaceAll('"b"', '"/b/"')).map(({ name }) => name)).toEqual(['a'])
  })

  it('are at most a hundred', () => {
    const many = Array.from({ length: 150 }, (_, i) => printUse(`l${i}`, LIBRARY)).join('\n')
    expect(usedLibraries(`version 1.4;\n${many}`)).toHaveLength(100)
  })
})

describe('the hint about a library', () => {
  const state = (more: object) => ({ name: USE.name, sha256: USE.sha256, ...more }) as UseState
  it.each([
    ['nothing for current lines', true, state({ state: 'current', newest: NEWEST }), null],
    ['a newer revision', true, state({ state: 'older', newest: NEWEST, used: NEWEST }), 'newer'],
    ['lines that it never had', true, state({ state: 'other', newest: NEWEST }), 'other'],
    ['a name that is no library', true, state({ state: 'unknown', nearest: 'a' }), 'unknown'],
    ['changed lines first', false, state({ state: 'current', newest: NEWEST }), 'changed'],
    ['changed lines of an unknown library', false, state({ state: 'unknown', nearest: null }), 'changed'],
    ['nothing before the answer', true, undefined, null],
  ])('tells %s', (_, intact, judged, kind) => {
    expect(hintOf({ ...USE, intact }, judged)?.kind ?? null).toBe(kind)
  })
})

it('a library has an address with its name', () => {
  expect(libraryPath('house/people 2')).toBe('/libraries?name=house%2Fpeople+2')
})
