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
import { Cursor, type ForeignForm } from './cursor'
import { readName } from './declared-name'
import { parseExpression } from './expressions/expressions'
import { lexText } from './lexer'
import { parseCondition } from './named-conditions'
import { skipStatement, skipToBodyEnd, startsLine, startsStatement } from './recover'
import { isSharedPart, parseSharedPart } from './sharing/shared-part'
import { parseExceptions, reportInside } from './statements/exceptions'
import { parseParameter, parseScale } from './statements/lookups'
import { parseTable } from './statements/tables'
import { parseShape, parseVocabulary } from './statements/texts'
import { parseDeclare } from './statements/types'
import { isDefinedBefore, readTypeOfValue, readUnitOfValue } from './statements/value-type'
import { quoteText } from './string-literal'
import { reportNewerWord } from './structure-words'
import type { Expression, Policy, Ruleset, SharedPart, Statement, TextLiteral } from './syntax'
import * as T from './token'
import { isLanguageVersion, type LOOKUP_WORDS, PART_WORDS, POLICY_WORDS, wordsOf } from './words'

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

/** The parts that are read so far. */
interface Found {
  version: Ruleset['version']
  readonly statements: Statement[]
  readonly sharedParts: SharedPart[]
}

function parseRuleset(p: Cursor): Ruleset {
  const found: Found = { version: null, statements: [], sharedParts: [] }
  while (p.kind !== T.END) parseNext(p, found)
  return { ...found, comments: p.tokens.comments }
}

/** Reads at least one token. */
function parseNext(p: Cursor, found: Found): void {
  const first = p.index
  if (p.word() === 'version' && p.ahead(1) === T.NUMBER) {
    const parsed = parseVersion(p, first)
    if (found.version !== null || found.statements.length > 0 || p.inPart) {
      p.report.add('version-place', parsed, [])
      // The rest is read in the version that the author meant.
      if (found.version === null) p.words = wordsOf(parsed.text)
    } else {
      found.version = parsed
      p.words = wordsOf(parsed.text)
    }
  } else if (p.kind === T.SEMICOLON) {
    p.report.add('empty-statement', p.span, [], [replaceFix('Remove the semicolon', p.span, '')])
    p.take()
  } else if (isDashes(p)) {
    skipDashes(p)
  } else if (isSharedPart(p)) {
    const part = parseSharedPart(p, () => parseNext(p, found))
    if (part !== null) found.sharedParts.push(part)
    endStatement(p, first)
  } else {
    found.statements.push(parseStatement(p, first))
  }
}

/** `--` begins a comment in other languages; in an expression it is two minus signs. */
function isDashes(p: Cursor): boolean {
  return p.kind === T.MINUS && p.ahead(1) === T.MINUS && p.tokens.starts[p.index + 1] === p.end
}

function skipDashes(p: Cursor): void {
  const span = { start: p.start, end: p.start + 2 }
  p.report.add(
    'unknown-statement',
    span,
    ['"--"', 'dashes', p.words.version === '1.4'],
    [replaceFix('Write //', span, '//')],
  )
  let end = span.end
  while (end < p.text.length && !isLineEnd(p.text.charCodeAt(end))) end++
  while (p.kind !== T.END && p.start < end) p.take()
}

function parseVersion(p: Cursor, first: number): NonNullable<Ruleset['version']> {
  const { start } = p
  p.take()
  const text = p.slice()
  if (!isLanguageVersion(text))
    p.report.add('unknown-version', p.span, [text], [replaceFix('Write 1.4', p.span, '1.4')])
  const number = p.span
  p.take()
  endStatement(p, first)
  if (p.versionAt === null) p.versionAt = number
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
    case 'report':
      return parseReport(p)
    case 'month_end':
      return parseMonthEnd(p)
    case 'condition':
      return parseNamedCondition(p)
    case 'assert':
      return parseAssert(p)
    case 'vocabulary':
    case 'shape':
      if (p.words.version !== '1.4') reportNewerWord(p)
      return word === 'shape' ? parseShape(p) : parseVocabulary(p)
    case 'parameter':
    case 'scale':
    case 'table':
      return parseLookupStatement(p, word)
    default:
      return unknownStatement(p, word)
  }
}

function unknownStatement(p: Cursor, word: string): Statement | null {
  const isClause = idiomOf('statement', word) !== null && (/^(when|if|unless)$/i.test(p.word(1)) || word === 'default')
  const meant = word !== '' && p.ahead(1) === T.NAME && !isClause ? meantStatement(p, word) : null
  if (meant === null || meant === 'version' || PART_WORDS.some((word) => word === meant)) {
    p.fail('unknown-statement', p.span, [p.describe(), idiomOf('statement', word), p.words.version === '1.4'])
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
  if (third === T.OPEN_ROUND && p.words.version === '1.4') return p.speller.nearest(word, ['table'])
  if (third === T.OPEN_CURLY || third === T.OPEN_SQUARE) return 'assert'
  return p.speller.nearest(word, p.words.statements)
}

function parseLet(p: Cursor): Statement | null {
  const { start } = p
  p.take()
  const name = readName(p, 'let')
  if (name === null) return null
  readTypeOfValue(p, name.name, 'let')
  const value = p.panic ? null : parseValue(p, name.name, 'let')
  if (value === null) return null
  const exceptions = parseExceptions(p, parseExpression, closeBody)
  return { kind: 'let', name, value, report: null, exceptions, start, end: p.before }
}

function parseNamedCondition(p: Cursor): Statement | null {
  if (p.words.version !== '1.4') reportNewerWord(p)
  return parseCondition(p, (name) => parseValue(p, name, 'condition'))
}

/**
 * Null, and reported, without an equals sign.
 * @param head the statement up to its equals sign, as in `report fee "USD"`
 */
function parseValue(
  p: Cursor,
  name: string,
  statement: 'let' | 'report' | 'condition',
  head = `${statement} ${name}`,
): Expression | null {
  if (p.kind === T.EQUAL) p.report.add('double-equals', p.span, [statement], [replaceFix('Write =', p.span, '=')])
  else if (p.kind !== T.ASSIGN) {
    const isKnown = statement === 'report' && isDefinedBefore(p, name)
    const renamed = isKnown ? `report ${name}_shown${head.slice('report '.length + name.length)}` : null
    p.fail('expected-assign', p.span, [head, p.describe(), renamed === null ? null : [name, renamed]])
    return null
  }
  p.take()
  return parseExpression(p)
}

/** Reads `report fee "USD" = ...`; the unit may be absent. */
function parseReport(p: Cursor): Statement | null {
  const { start } = p
  if (p.words.version !== '1.4') reportNewerWord(p)
  p.take()
  const name = readName(p, 'report')
  if (name === null) return null
  const unit = readUnitOfValue(p) ?? readTypeOfValue(p, name.name, 'report')
  if (p.panic) return null
  if (unit !== null) p.meetsUnits = true
  const value = parseValue(
    p,
    name.name,
    'report',
    `report ${name.name}${unit === null ? '' : ` ${quoteText(unit.value)}`}`,
  )
  if (value === null) return null
  const exceptions = parseExceptions(p, parseExpression, closeBody)
  return { kind: 'let', name, value, report: { unit }, exceptions, start, end: p.before }
}

function parseLookupStatement(p: Cursor, word: (typeof LOOKUP_WORDS)[number]): Statement | null {
  if (p.words.version !== '1.4') reportNewerWord(p)
  if (word === 'parameter') return parseParameter(p)
  return word === 'scale' ? parseScale(p) : parseTable(p)
}

/** Reads `month_end last;`. */
function parseMonthEnd(p: Cursor): Statement | null {
  const { start } = p
  if (p.words.version !== '1.4') reportNewerWord(p)
  p.take()
  const rule = MONTH_ENDS.find((known) => known === p.word()) ?? null
  if (rule === null) {
    p.fail('month-end-form', p.span, [p.describe()])
    return null
  }
  p.take()
  return { kind: 'month-end', rule, start, end: p.before }
}

const MONTH_ENDS = ['last', 'next'] as const

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
  const at = p.before
  const inside = p.panic ? [] : parseExceptions(p, parseExpression, closeBody)
  const close = closeBody(p)
  if (inside.length > 0) reportInside(p, at, close)
  const body = { start: open, end: inside.length > 0 ? at : (close ?? Math.max(open, p.before)) }
  const behind = parseExceptions(p, parseExpression, closeBody)
  const exceptions = inside.length > 0 ? [...inside, ...behind] : behind
  return { kind: 'assert', name, policy, condition, body, exceptions, start, end: p.before }
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
    const closesPart = p.inPart && p.kind === T.CLOSE_CURLY
    if (p.kind === T.END || closesPart || startsStatement(p) || startsLine(p.text, p.start)) {
      const fix: Fix = insertFix('Insert ;', p.before, ';')
      p.report.add('missing-semicolon', { start: Math.max(0, p.before - 1), end: p.before }, [], [fix])
      return
    }
    p.fail('expected-semicolon', p.span, [p.describe(), p.idiom])
  }
  skipStatement(p, first)
}
