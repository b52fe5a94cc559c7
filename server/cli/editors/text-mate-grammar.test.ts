/** The TextMate grammar colours each sign of a text as the editor on the pages does. */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { colouredLines } from '../../../components/editor/coloured-text'
import { type Pattern, scopeOf, textMateGrammar } from './text-mate-grammar'

const root = path.resolve(import.meta.dirname, '../../..')
const EXAMPLES = path.join(root, 'public/examples')
const DIAGNOSTICS = path.join(root, 'server/testing/golden/diagnostics')

const examples = readdirSync(EXAMPLES)
  .filter((file) => file !== 'index.json')
  .map((file) => {
    const { ruleset } = z
      .looseObject({ ruleset: z.string() })
      .parse(JSON.parse(readFileSync(path.join(EXAMPLES, file), 'utf8')))
    return [file, ruleset] as const
  })
const cases = readdirSync(DIAGNOSTICS).map(
  (name) => [name, readFileSync(path.join(DIAGNOSTICS, name, 'input.tsr'), 'utf8')] as const,
)
const guides = readdirSync(path.join(root, 'public/docs'))
  .filter((file) => file.endsWith('.md'))
  .map((file) => [file, readFileSync(path.join(root, 'public/docs', file), 'utf8')] as const)

const HARD_LINES = [
  ...[
    '',
    ' ',
    '"open',
    '"open \\',
    '"a\\"b" c',
    '"a" "b',
    '// @',
    '// @ask',
    '// @ask x @y',
    '// @ask x@y @',
    '//@ @ a',
  ],
  ...[
    '/* one */ two',
    '/* never closed',
    '* still /',
    'closed */ declare',
    '/**/x',
    '/*/ no */ yes',
    '// /* not a block',
  ],
  ...['2023-09-01', '2023-09-01T10:00:00.5+01:00', '2023-09-011', '1.5e-3x', '9And(', '1..2', '0 ..< 1', 'sha256:ab12'],
  ...['by of { 1: 2', 'by as_of "x" {', 'ofx of {', 'list of list of date', 'of {a', 'of (', 'else => else', 'not 3'],
  ...[
    'up to 3',
    'up to x',
    'ignoring case',
    'ignoring cases',
    'month_end last',
    'month_end lasting',
    'where (',
    'where',
  ],
  ...['default True', 'default x', 'check mod97 ;', 'check mod97', 'first (', 'first', 'collect  sum (', 'collect sum'],
  ...['éof {', 'naïve Or(x)', 'Oré', 'caseé ignoring caseé', 'ñ1٣4', 'x\u00a0of\u00a0{', '🧳 IF 🧳', 'ORs Or_ Or'],
  ...['{}()[]', '<=>=!=+-*/%|@;,:', '->', '=>', 'a.b', '#$&~`^?', "'x'", '\\'],
]

interface Piece {
  readonly text: string
  readonly scope: string
}

interface Region {
  readonly pattern: Pattern
  readonly patterns: readonly Pattern[]
}

/** Rules of TextMate: the first place at which a rule matches, then the first rule; the end of a region comes first. */
function tokenize(text: string): readonly Piece[][] {
  const { patterns } = JSON.parse(textMateGrammar()) as { readonly patterns: readonly Pattern[] }
  const regions: Region[] = []
  return text.split('\n').map((line) => {
    const pieces: Piece[] = []
    for (let at = 0; at <= line.length; ) {
      const region = regions.at(-1)
      const found = firstMatch(`${line}\n`, at, region, region?.patterns ?? patterns)
      const outside = { text: line.slice(at, found?.index ?? line.length), scope: region?.pattern.name ?? '' }
      if (outside.text !== '') pieces.push(outside)
      if (found === null) break
      pieces.push({ text: found.text.replace('\n', ''), scope: found.scope })
      if (found.isEnd) regions.pop()
      else if (found.pattern.begin !== undefined)
        regions.push({ pattern: found.pattern, patterns: found.pattern.patterns ?? [] })
      at = found.index + found.text.length
    }
    return pieces
  })
}

interface Match {
  readonly pattern: Pattern
  readonly isEnd: boolean
  readonly scope: string
  readonly index: number
  readonly text: string
}

function firstMatch(line: string, at: number, region: Region | undefined, patterns: readonly Pattern[]): Match | null {
  const ends = region === undefined ? [] : [{ pattern: region.pattern, source: region.pattern.end ?? '', isEnd: true }]
  const inside = patterns.map((pattern) => {
    return { pattern, source: pattern.match ?? pattern.begin ?? '', isEnd: false }
  })
  let first: Match | null = null
  for (const { pattern, source, isEnd } of [...ends, ...inside]) {
    const expression = new RegExp(source, 'gm')
    expression.lastIndex = at
    const match = expression.exec(line)
    if (match === null || (first !== null && first.index <= match.index)) continue
    const group = match.findIndex((text, index) => index > 0 && text !== undefined)
    const scope = isEnd ? (pattern.endCaptures?.[group]?.name ?? pattern.name) : pattern.name
    first = { pattern, isEnd, scope, index: match.index, text: match[0] }
  }
  return first
}

/** Each character of a text with its scope, or without one where the grammar does not colour it. */
function signsOf(lines: readonly (readonly Piece[])[]): readonly string[] {
  return lines.flatMap((line) => line.flatMap(({ text, scope }) => [...text].map((sign) => `${sign} ${scope}`)))
}

function signsOfEditor(text: string): readonly string[] {
  return signsOf(
    colouredLines(text).map((line) =>
      line.map((piece) => ({ text: piece.text, scope: piece.token === '' ? '' : scopeOf(piece.token) })),
    ),
  )
}

it.each([...examples, ...cases, ...guides])('%s has the colours of the editor', (_name, text) => {
  expect(signsOf(tokenize(text))).toEqual(signsOfEditor(text))
})

it.each(HARD_LINES)('the line %j has the colours of the editor', (line) => {
  expect(signsOf(tokenize(line))).toEqual(signsOfEditor(line))
})

it('lines one after the other have the colours of the editor', () => {
  const text = HARD_LINES.join('\n')
  expect(signsOf(tokenize(text))).toEqual(signsOfEditor(text))
})

it('uses only what JavaScript and Oniguruma read alike', () => {
  const sources = [...textMateGrammar().matchAll(/"(?:match|begin|end)": (".*")/g)].map(([, text = '']) => {
    return JSON.parse(text) as string
  })
  expect(sources.length).toBeGreaterThan(20)
  for (const source of sources) {
    // Classes of every script, and boundaries between their letters.
    expect(source).not.toMatch(/\\[wWdDbB]/)
    // A bracket in brackets, which begins another class; && between classes.
    expect(source).not.toMatch(/(?<!\\)\[(?:[^\]\\]|\\.)*(?:(?<!\\)\[|&&)/)
    expect(source).not.toMatch(/\(\?<|\(\?[a-z]/)
  }
})
