/**
 * Never throws. Unreadable text is reported and becomes a `broken` node. A mistake in a statement never hides the next
 * one.
 */
import type { Fix } from '../messages/diagnostic'
import { idiomOf } from '../messages/idioms'
import { insertFix, type Report, replaceFix } from '../messages/report'
import type { LanguageLimits } from '../text/limits'
import type { Span } from '../text/line-index'
import { Speller } from '../text/nearest'
import { isLineEnd } from './characters'
import { Cursor } from './cursor'
import { parseDeclare } from './declarations'
import { readName } from './declared-name'
import { parseExpression } from './expressions'
import type { ForeignForm } from './habits/foreign-form'
import { lexText } from './lexer'
import { skipStatement, skipToBodyEnd, startsLine, startsStatement } from './recover'
import type { Expression, Policy, Ruleset, Statement, TextLiteral } from './syntax'
import * as T from './token'
import { POLICY_WORDS, STATEMENT_WORDS } from './words'

export interface Parsed {
  readonly ruleset: Ruleset
  /** Unit strings after something other than a numeral. */
  readonly misplacedUnits: ReadonlyMap<Expression, TextLiteral>
  /** By the broken node that replaces them. */
  readonly foreignForms: ReadonlyMap<Expression, ForeignForm>
  /** True if some text could not be read, so that its names are unknown. */
  readonly lost: boolean
  /** True if a quantity has a unit. */
  readonly meetsUnits: boolean
}

/**
 * @param speller counts comparisons together with later checks of the text
 * @param divisions offsets of `//` to read as whole division, which is reported
 */
export function parseText(
  text: string,
  report: Report,
  limits: LanguageLimits,
  speller: Speller = new Speller(),
  divisions: ReadonlySet<number> = new Set(),
): Parsed {
  const cursor = new Cursor(text, lexText(text, report, divisions), report, limits, speller)
  const ruleset = parseRuleset(cursor)
  const { misplacedUnits, foreignForms, lost, meetsUnits } = cursor
  return { ruleset, misplacedUnits, foreignForms, lost, meetsUnits }
}

function parseRuleset(p: Cursor): Ruleset {
  let version: Ruleset['version'] = null
  const statements: Statement[] = []
  while (p.kind !== T.END) {
    const first = p.index
    if (p.word() === 'version' && p.ahead(1) === T.NUMBER) {
      const parsed = parseVersion(p, first)
      if (version !== null || statements.length > 0) p.report.add('version-place', parsed, [])
      else version = parsed
    } else if (p.kind === T.SEMICOLON) {
      p.report.add('empty-statement', p.span, [], [replaceFix('Remove the semicolon', p.span, '')])
      p.take()
    } else if (isDashes(p)) {
      skipDashes(p)
    } else {
      statements.push(parseStatement(p, first))
    }
  }
  return { version, statements, comments: p.tokens.comments }
}

/** `--` begins a comment in other languages; in an expression it is two minus signs. */
function isDashes(p: Cursor): boolean {
  return p.kind === T.MINUS && p.ahead(1) === T.MINUS && p.tokens.starts[p.index + 1] === p.end
}

function skipDashes(p: Cursor): void {
  const span = { start: p.start, end: p.start + 2 }
  p.report.add('unknown-statement', span, ['"--"', 'dashes'], [replaceFix('Write //', span, '//')])
  let end = span.end
  while (end < p.text.length && !isLineEnd(p.text.charCodeAt(end))) end++
  while (p.kind !== T.END && p.start < end) p.take()
}

function parseVersion(p: Cursor, first: number): NonNullable<Ruleset['version']> {
  const { start } = p
  p.take()
  const text = p.slice()
  if (text !== '1.2' && text !== '1.3')
    p.report.add('unknown-version', p.span, [text], [replaceFix('Write 1.3', p.span, '1.3')])
  p.take()
  endStatement(p, first)
  return { text, start, end: p.before }
}

function parseStatement(p: Cursor, first: number): Statement {
  const { start } = p
  const word = p.word()
  const statement = readStatement(p, word)
  if (statement === null) p.panic = true
  endStatement(p, first)
  return statement === null ? { kind: 'broken', start, end: p.before } : { ...statement, end: p.before }
}

function readStatement(p: Cursor, word: string): Statement | null {
  switch (word) {
    case 'declare':
      return parseDeclare(p)
    case 'let':
      return parseLet(p)
    case 'assert':
      return parseAssert(p)
    default:
      return unknownStatement(p, word)
  }
}

function unknownStatement(p: Cursor, word: string): Statement | null {
  const isClause = idiomOf('statement', word) !== null && (/^(when|if|unless)$/i.test(p.word(1)) || word === 'default')
  const meant = word !== '' && p.ahead(1) === T.NAME && !isClause ? meantStatement(p, word) : null
  if (meant === null || meant === 'version') {
    p.fail('unknown-statement', p.span, [p.describe(), idiomOf('statement', word)])
    if (p.kind !== T.END) p.take()
    return null
  }
  p.report.add('misspelt-word', p.span, [word, meant, null], [replaceFix(`Write ${meant}`, p.span, meant)])
  return readStatement(p, meant)
}

/** The form of a statement says more than the spelling of its first word. */
function meantStatement(p: Cursor, word: string): string | null {
  const third = p.ahead(2)
  if (p.word(2) === 'as') return 'declare'
  if (third === T.ASSIGN) return 'let'
  if (third === T.OPEN_CURLY || third === T.OPEN_SQUARE) return 'assert'
  return p.speller.nearest(word, STATEMENT_WORDS)
}

function parseLet(p: Cursor): Statement | null {
  const { start } = p
  p.take()
  const name = readName(p, 'let')
  if (name === null) return null
  if (p.kind === T.EQUAL) p.report.add('double-equals', p.span, [], [replaceFix('Write =', p.span, '=')])
  else if (p.kind !== T.ASSIGN) {
    p.fail('expected-assign', p.span, [name.name, p.describe()])
    return null
  }
  p.take()
  const value = parseExpression(p)
  return { kind: 'let', name, value, start, end: p.before }
}

function parseAssert(p: Cursor): Statement | null {
  const { start } = p
  p.take()
  const name = readName(p, 'assertion')
  if (name === null) return null
  const policy = p.kind === T.OPEN_SQUARE || isBracketedPolicy(p) ? parsePolicy(p) : null
  if (p.kind !== T.OPEN_CURLY) {
    p.fail('expected-body', p.span, [name.name, p.describe()])
    return null
  }
  p.take()
  const open = p.before
  const condition = parseExpression(p)
  const close = closeBody(p)
  const body = { start: open, end: close ?? Math.max(open, p.before) }
  return { kind: 'assert', name, policy, condition, body, start, end: p.before }
}

/** Returns the offset of the brace, or null. */
function closeBody(p: Cursor): number | null {
  if (p.kind === T.SEMICOLON && p.ahead(1) === T.CLOSE_CURLY && !p.panic) {
    p.report.add('semicolon-in-body', p.span, [], [replaceFix('Remove the semicolon', p.span, '')])
    p.take()
  }
  if (p.kind !== T.CLOSE_CURLY && !p.panic) {
    if (p.kind === T.END || startsStatement(p) || (p.kind === T.SEMICOLON && endsHere(p))) {
      p.report.add(
        'missing-close',
        { start: p.before, end: p.before },
        ['}', 'assert'],
        [insertFix('Insert }', p.before, ' }')],
      )
      return p.before
    }
    p.fail('unexpected-in-body', p.span, [p.describe(), p.idiom])
  }
  if (p.kind !== T.CLOSE_CURLY && !skipToBodyEnd(p)) return null
  const at = p.start
  p.take()
  p.panic = p.aborted
  return at
}

/** The semicolon is the last token of the statement. */
function endsHere(p: Cursor): boolean {
  if (p.ahead(1) === T.END) return true
  p.index++
  const starts = startsStatement(p)
  p.index--
  return starts
}

/** True at `(neutral)`, a policy in wrong brackets. */
function isBracketedPolicy(p: Cursor): boolean {
  return p.kind === T.OPEN_ROUND && p.ahead(2) === T.CLOSE_ROUND && p.ahead(3) === T.OPEN_CURLY
}

function parsePolicy(p: Cursor): { value: Policy } & Span {
  const { start } = p
  const round = p.kind === T.OPEN_ROUND
  p.take()
  const word = p.slice()
  const policy = POLICY_WORDS.find((known) => known === word)
  if (policy === undefined) {
    const meant = p.speller.nearest(word, POLICY_WORDS)
    p.report.add(
      'unknown-policy',
      p.span,
      [p.describe(), meant],
      meant === null ? [] : [replaceFix(`Write ${meant}`, p.span, meant)],
    )
  }
  if (p.kind !== T.CLOSE_SQUARE && p.kind !== T.OPEN_CURLY) p.take()
  if (round) {
    const end = p.end
    const edits = [
      { start, end: start + 1, text: '[' },
      { start: end - 1, end, text: ']' },
    ]
    p.report.add('policy-brackets', { start, end }, [], [{ title: 'Write square brackets', edits }])
    p.take()
  } else if (!p.accept(T.CLOSE_SQUARE)) {
    const span = { start: p.before, end: p.before }
    p.report.add('missing-close', span, [']', '['], [insertFix('Insert ]', p.before, ']')])
  }
  return { value: policy ?? 'neutral', start, end: p.before }
}

function endStatement(p: Cursor, first: number): void {
  if (!p.panic && !p.aborted) {
    if (p.accept(T.SEMICOLON)) return
    if (p.kind === T.END || startsStatement(p) || startsLine(p.text, p.start)) {
      const fix: Fix = insertFix('Insert ;', p.before, ';')
      p.report.add('missing-semicolon', { start: Math.max(0, p.before - 1), end: p.before }, [], [fix])
      return
    }
    p.fail('expected-semicolon', p.span, [p.describe(), p.idiom])
  }
  skipStatement(p, first)
}
