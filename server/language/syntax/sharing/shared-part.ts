/** `use "house/people" sha256:… { … };` and `library { … };` (public/docs/language.md, "Sharing statements: libraries"). */
import { insertFix, replaceFix } from '../../messages/report'
import { isLibraryName, sharedLines } from '../../text/shared-lines'
import type { Cursor } from '../cursor'
import { startsStatement } from '../recover'
import { quoteText, readString } from '../string-literal'
import { reportNewerWord } from '../structure-words'
import type { SharedPart, TextLiteral } from '../syntax'
import * as T from '../token'
import { PART_WORDS } from '../words'

export function isSharedPart(p: Cursor): boolean {
  const next = p.ahead(1)
  if (p.word() === 'library') return next === T.OPEN_CURLY || next === T.STRING
  if (p.word() !== 'use' || p.word(1) === 'as') return false
  return next === T.STRING || next === T.NAME || next === T.WORD || next === T.HASH || next === T.OPEN_CURLY
}

/**
 * Reads a part up to its closing brace. Null, and reported, without braces or inside another part.
 * @param readNext reads one statement
 */
export function parseSharedPart(p: Cursor, readNext: () => void): SharedPart | null {
  const { start } = p
  const kind = p.word() === 'use' ? 'use' : 'library'
  if (p.words.version !== '1.4' || p.inPart) return skipPart(p)
  p.take()
  const name = kind === 'use' ? readLibraryName(p) : null
  const hash = kind === 'use' ? readHash(p) : null
  if (p.kind !== T.OPEN_CURLY) {
    p.fail('expected-library', p.span, [kind, p.describe()])
    return null
  }
  const closed = isClosed(p)
  p.take()
  const from = p.before
  p.inPart = true
  while (!endsPart(p) && (closed || !beginsRules(p))) readNext()
  p.inPart = false
  const body = { start: from, end: p.ahead(0) === T.CLOSE_CURLY ? p.start : Math.max(from, p.before) }
  if (!p.accept(T.CLOSE_CURLY)) {
    const span = { start: p.before, end: p.before }
    p.report.add('missing-close', span, ['}', 'library'], [insertFix('Insert }', p.before, '\n}')])
  }
  const lines = sharedLines(p.text.slice(body.start, body.end))
  return { kind, name, hash, lines, body, closed, start, end: p.before }
}

/** Reports a part that cannot be here, and takes its braces at once: parts in parts must not nest calls. */
function skipPart(p: Cursor): null {
  if (p.words.version !== '1.4') reportNewerWord(p)
  else p.report.add('nested-library', p.span, [])
  p.lost = true
  while (p.kind !== T.END && p.kind !== T.OPEN_CURLY && p.kind !== T.SEMICOLON && p.kind !== T.CLOSE_CURLY) p.take()
  if (p.kind !== T.OPEN_CURLY) return null
  let nesting = 0
  do {
    const kind = p.ahead(0)
    if (kind === T.OPEN_CURLY) nesting++
    else if (kind === T.CLOSE_CURLY) nesting--
    p.take()
  } while (nesting > 0 && p.ahead(0) !== T.END)
  return null
}

function endsPart(p: Cursor): boolean {
  return p.kind === T.END || p.kind === T.CLOSE_CURLY
}

/** Whether the brace here has its closing one. */
function isClosed(p: Cursor): boolean {
  let nesting = 0
  for (let by = 0; p.index + by < p.tokens.count; by++) {
    const kind = p.ahead(by)
    if (kind === T.OPEN_CURLY) nesting++
    else if (kind === T.CLOSE_CURLY && --nesting === 0) return true
  }
  return false
}

/** Whether a statement begins here that no library can have. An unclosed part ends before it. */
function beginsRules(p: Cursor): boolean {
  return RULE_WORDS.has(p.word()) && startsStatement(p)
}

const RULE_WORDS: ReadonlySet<string> = new Set(['declare', 'let', 'report', 'assert', 'month_end', ...PART_WORDS])

/** Null, and reported, if there is no name. A name without quotation marks is read as meant. */
function readLibraryName(p: Cursor): TextLiteral | null {
  if (p.kind === T.STRING) {
    const name = readString(p.text, p.start, p.end, p.report)
    if (!isLibraryName(name.value)) p.report.add('library-name', p.span, [])
    p.take()
    return name
  }
  const { start } = p
  takeUpTo(p, T.HASH)
  const span = { start, end: Math.max(start, p.before) }
  const value = p.text.slice(span.start, span.end)
  const isMeant = isLibraryName(value)
  const fixes = isMeant ? [replaceFix(`Write ${quoteText(value)}`, span, quoteText(value))] : []
  p.report.add('library-name', isMeant ? span : p.span, [], fixes)
  return isMeant ? { value, ...span } : null
}

/** Null, and reported, if there is no whole hash. */
function readHash(p: Cursor): TextLiteral | null {
  const { start, end } = p
  const value = p.kind === T.HASH ? p.slice().slice(HASH_PREFIX.length) : ''
  if (/^[0-9a-f]{64}$/.test(value)) {
    p.take()
    return { value, start, end }
  }
  const lower = value.toLowerCase()
  const isUpper = /^[0-9a-f]{64}$/.test(lower)
  const fixes = isUpper ? [replaceFix('Write small letters', p.span, HASH_PREFIX + lower)] : []
  if (!p.panic) p.report.add('library-hash', p.span, [p.describe()], fixes)
  takeUpTo(p, T.OPEN_CURLY)
  return null
}

const HASH_PREFIX = 'sha256:'

/** Stays on the head of the part. */
function takeUpTo(p: Cursor, kind: number): void {
  while (p.kind !== kind && p.kind !== T.OPEN_CURLY && p.kind !== T.SEMICOLON && p.kind !== T.END) {
    if (startsStatement(p)) return
    p.take()
  }
}
