/**
 * Declared names, also invalid ones: `loan-amount`, `größe`, `"within limit"`. An invalid name is reported once. The
 * fix writes an ASCII name at every use, or only at the declaration if a use may mean something else.
 */
import type { TextEdit } from '../messages/diagnostic'
import { idiomOf } from '../messages/idioms'
import type { Span } from '../text/line-index'
import { asciiName } from './ascii-name'
import type { Cursor } from './cursor'
import type { Identifier } from './syntax'
import * as T from './token'
import { TABLE_POLICIES } from './words'

export type NamedThing =
  | 'claim'
  | 'field'
  | 'let'
  | 'assertion'
  | 'report'
  | 'condition'
  | 'parameter'
  | 'scale'
  | 'table'
  | 'vocabulary'
  | 'shape'

/** Null, and reported, if there is no name. */
export function readName(p: Cursor, what: NamedThing): Identifier | null {
  const { start, end } = p
  const written = wrongName(p, what)
  if (written !== null) return readWrongName(p, what, written)
  if (p.kind === T.NAME) {
    const name = p.slice()
    if (p.words.reserved.has(name)) p.report.add('reserved-name', p.span, [name])
    p.take()
    return { name, start, end }
  }
  p.fail('expected-name', p.span, [what, p.describe()])
  return null
}

interface WrongName {
  readonly name: string
  readonly tokens: number
  readonly end: number
}

/** Tokens that are clearly meant as a name. */
function wrongName(p: Cursor, what: NamedThing): WrongName | null {
  if (p.kind === T.STRING) {
    const name = p.text.slice(p.start + 1, p.end - 1)
    return name !== '' && endsName(p, 1, what) ? { name, tokens: 1, end: p.end } : null
  }
  const run = touchingRun(p)
  if (run > 1 || p.kind === T.WORD) return { ...cutTokens(p, run), tokens: run }
  let words = 1
  while (words < MAX_NAME_WORDS && p.kind === T.NAME && isNextWord(p, words) && !endsName(p, words, what)) words++
  const isPhrase = words > 1 && words < MAX_NAME_WORDS && endsName(p, words, what) && p.word() !== 'local'
  return isPhrase ? { ...cutTokens(p, words), tokens: words } : null
}

/** Whether the token is on the same line as the word before. */
function isNextWord(p: Cursor, by: number): boolean {
  const { starts, ends } = p.tokens
  return p.ahead(by) === T.NAME && /^[ \t]+$/.test(p.text.slice(ends[p.index + by - 1], starts[p.index + by]))
}

/** Each suggestion reads the entire text, so further names get no suggestion. */
const MAX_SUGGESTED_NAMES = 10

const MAX_NAME_WORDS = 8

function cutTokens(p: Cursor, tokens: number): { name: string; end: number } {
  const end = p.tokens.ends[p.index + tokens - 1]!
  return { name: p.text.slice(p.start, end), end }
}

function endsName(p: Cursor, by: number, what: NamedThing): boolean {
  const kind = p.ahead(by)
  if ((what === 'let' || what === 'report') && p.word(by) === 'as' && isTypeWord(p, p.word(by + 1))) return true
  if (what === 'assertion') return kind === T.OPEN_CURLY || kind === T.OPEN_SQUARE
  if (what === 'report') return kind === T.ASSIGN || kind === T.STRING || isBareReportUnit(p, by)
  if (what === 'condition') return kind === T.OPEN_ROUND
  if (what === 'parameter') return kind === T.STRING || p.word(by) === 'by' || isBareParameterUnit(p, by)
  if (what === 'scale') return p.word(by) === 'of'
  if (what === 'table') return kind === T.OPEN_ROUND || isTablePolicy(p.word(by))
  return what === 'let' || what === 'vocabulary' || what === 'shape' ? kind === T.ASSIGN : p.word(by) === 'as'
}

/** At the unit of `report fee USD = a;` or `report rate % = a;`. */
export function isBareReportUnit(p: Cursor, by = 0): boolean {
  const isUnit = p.ahead(by) === T.PERCENT || /^[A-Z]{3}$/.test(p.word(by))
  return isUnit && p.ahead(by + 1) === T.ASSIGN
}

/** At the unit of `parameter limit USD by filed { … };`. */
function isBareParameterUnit(p: Cursor, by: number): boolean {
  return /^[A-Z]{3}$/.test(p.word(by)) && p.word(by + 1) === 'by'
}

/** Also of another language. */
function isTypeWord(p: Cursor, word: string): boolean {
  return p.words.types.includes(word) || /^(?:bool|flag)$/i.test(word) || idiomOf('type', word) !== null
}

/** Whether the word is the first word of a policy of tables. */
function isTablePolicy(word: string): boolean {
  return TABLE_POLICIES.some((policy) => policy.split(' ')[0] === word)
}

/** Counts touching tokens that look like one name, such as `V660-1`. */
export function touchingRun(p: Cursor): number {
  const { kinds, starts, ends } = p.tokens
  const part = (i: number) => kinds[i] === T.NAME || kinds[i] === T.NUMBER || kinds[i] === T.WORD
  if (!part(p.index)) return 0
  let last = p.index
  for (let i = p.index + 1; starts[i] === ends[i - 1]; i++) {
    if (part(i)) last = i
    else if (kinds[i] !== T.MINUS || !part(i + 1)) break
  }
  const run = last - p.index + 1
  return run === 1 && kinds[p.index] === T.NUMBER ? 0 : run
}

function readWrongName(p: Cursor, what: NamedThing, { name, tokens, end }: WrongName): Identifier {
  const { start } = p
  const meant = ++p.wrongNames > MAX_SUGGESTED_NAMES ? null : asciiName(name)
  const edits = meant === null || isTaken(p, meant) ? [] : renameEdits(p, name, meant, { start, end })
  const fixes = edits.length === 0 || meant === null ? [] : [{ title: `Write ${meant}`, edits }]
  const about = /^[\w-]+$/.test(name) && /[-]/.test(name) ? 'hyphen' : name.includes('.') ? 'path' : null
  p.report.add('name-characters', { start, end }, [name, about, meant, what], fixes)
  p.lost = true
  const quotes = p.kind === T.STRING ? 1 : 0
  for (let i = 0; i < tokens; i++) p.take()
  return { name, start: start + quotes, end: end - quotes }
}

function isTaken(p: Cursor, name: string): boolean {
  return p.isDeclared(name) || [...p.text.matchAll(/\bassert\s+(\w+)/g)].some(([, asserted]) => asserted === name)
}

function renameEdits(p: Cursor, name: string, meant: string, at: Span): TextEdit[] {
  const pieces = name.split('-')
  const isDifference = pieces.length > 1 && pieces.every((part) => p.isDeclared(part) || /^\d+$/.test(part))
  const spans = isDifference || /["\s]/.test(p.text.slice(at.start, at.end)) ? [at] : findOccurrences(p, name)
  return spans.map(({ start, end }) => ({ start, end, text: meant }))
}

function findOccurrences(p: Cursor, name: string): Span[] {
  const spans: Span[] = []
  const { starts, kinds, count, comments } = p.tokens
  for (let i = 0; i < count; i++) {
    if (kinds[i] !== T.NAME && kinds[i] !== T.WORD && kinds[i] !== T.NUMBER) continue
    const start = starts[i]!
    if (p.text.startsWith(name, start) && isWhole(p.text, start, start + name.length))
      spans.push({ start, end: start + name.length })
  }
  for (const comment of comments) {
    const [before] = /^..\s*@[\w-]+\s+/.exec(p.text.slice(comment.start, comment.end)) ?? []
    const start = comment.start + (before?.length ?? 0)
    const end = start + name.length
    if (before !== undefined && p.text.startsWith(name, start) && !/\S/.test(p.text.charAt(end)))
      spans.push({ start, end })
  }
  return spans.sort((a, b) => a.start - b.start)
}

/** Whether no character of a name touches this part. */
function isWhole(text: string, start: number, end: number): boolean {
  return (
    !/[\p{L}\p{M}\p{N}_.-]/u.test(text.charAt(start - 1)) &&
    !/^(?:[\p{L}\p{M}\p{N}_.]|-[\p{L}\p{N}])/u.test(text.slice(end, end + 2))
  )
}
