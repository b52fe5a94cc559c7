import { describe, expect, it } from 'vitest'
import { analyseRuleset } from '../../semantics/analyse'
import { DEFAULT_LANGUAGE_LIMITS } from '../../text/limits'
import { hashSharedLines, printUse } from '../../text/shared-lines'
import { builtInLibrary } from '../../units/unit-library'
import { placeLibrary, readParts } from './read-parts'

const LINES = '  condition is_large(x) = x > 5 "USD";\n'
const LIBRARY = { sha256: hashSharedLines(LINES), lines: LINES }
const NEWER = { sha256: hashSharedLines(LINES.replace('5', '6')), lines: LINES.replace('5', '6') }
const CLAIM = 'declare amount as numeric "USD";\n'
const RULE = 'assert a { is_large(amount) };\n'

function problems(text: string): readonly string[] {
  return analyseRuleset(text, builtInLibrary(), DEFAULT_LANGUAGE_LIMITS).diagnostics.map(({ message }) => message)
}

describe('the libraries of a text', () => {
  it('are those that it shares and uses', () => {
    const text = `version 1.4;\n${CLAIM}${printUse('a/b', LIBRARY)}\nlibrary {\n${LINES.replace('large', 'big')}};\n${RULE}`
    const lines = LINES.replace('large', 'big')
    expect(readParts(text)).toEqual({
      own: { sha256: hashSharedLines(lines), lines, names: ['is_big'] },
      uses: [{ name: 'a/b', sha256: LIBRARY.sha256, intact: true }],
    })
    expect(readParts(text.replace('> 5', '> 7')).uses[0]?.intact).toBe(false)
  })

  it('are read from texts with mistakes', () => {
    expect(readParts('version 1.4;\nassert { ;\nlibrary {\n  condition a(x) = ;\n};\n').own?.lines).toBe(
      '  condition a(x) = ;\n',
    )
    expect(readParts('version 1.4;\nlibrary {')).toEqual({ own: null, uses: [] })
    expect(readParts('')).toEqual({ own: null, uses: [] })
  })
})

describe('a library is placed', () => {
  it.each([
    [
      'below the declarations',
      `version 1.4;\nmonth_end last;\n${CLAIM}\nlet b = amount;\n${RULE}assert c { b > 1 "USD" };\n`,
    ],
    ['below a comment behind the last of them', `version 1.4;\n${CLAIM.trimEnd()} // In dollars.\n${RULE}`],
    ['in a text without a version', CLAIM + RULE],
    ['in one line', `version 1.4; ${CLAIM}${RULE}`],
    [
      'behind another library',
      `version 1.4;\n${CLAIM}${printUse('b', { ...LIBRARY, lines: LINES.replace('large', 'b'), sha256: hashSharedLines(LINES.replace('large', 'b')) })}\n${RULE}`,
    ],
  ])('%s', (_, text) => {
    const placed = placeLibrary(text, 'house/amounts', LIBRARY)
    expect(problems(placed)).toEqual([])
    expect(placed).toContain(printUse('house/amounts', LIBRARY))
    expect(
      placed
        .replace(/use "house\/amounts" [^}]*\};\n+/, '')
        .replace(/^version 1.4;\n/, '')
        .replace(/\n+/g, '\n'),
    ).toBe(text.replace(/^version 1.4;\n/, '').replace(/\n+/g, '\n'))
  })

  it('in an empty text', () => {
    expect(placeLibrary('', 'a', LIBRARY)).toBe(`version 1.4;\n${printUse('a', LIBRARY)}\n`)
  })

  it('in place of an older revision, and of changed lines', () => {
    const text = placeLibrary(`version 1.4;\n${CLAIM}${RULE}`, 'a', LIBRARY)
    const updated = placeLibrary(text, 'a', NEWER)
    expect(updated).toBe(text.replace(printUse('a', LIBRARY), printUse('a', NEWER)))
    expect(placeLibrary(text.replace('> 5', '> 50'), 'a', LIBRARY)).toBe(text)
    expect(problems(updated)).toEqual([])
  })
})
