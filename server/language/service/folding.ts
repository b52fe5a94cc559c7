/**
 * Reads only tokens, so that folds stay during writing. The line that closes a bracket stays visible. Of folds that
 * begin on one line, only the longest remains.
 */

import { Report } from '../messages/report'
import { lexText } from '../syntax/lexer'
import type { Comment } from '../syntax/syntax'
import * as T from '../syntax/token'
import { LOOKUP_WORDS } from '../syntax/words'
import { LineIndex } from '../text/line-index'

export interface Fold {
  /** Counts from one; the first line stays visible. */
  readonly startLine: number
  readonly endLine: number
  /** `library`: the copied lines of one, which few people read. */
  readonly kind: 'comment' | 'region' | 'library'
}

export function findFolds(text: string): Fold[] {
  const tokens = lexText(text, new Report())
  const lines = new LineIndex(text)
  const longest = new Map<number, Fold>()
  const add = (startLine: number, endLine: number, kind: Fold['kind']) => {
    const known = longest.get(startLine)
    if (endLine > startLine && (known === undefined || known.endLine < endLine))
      longest.set(startLine, { startLine, endLine, kind })
  }
  foldCode(text, tokens, lines, add)
  foldComments(text, tokens.comments, lines, add)
  return [...longest.values()].sort((a, b) => a.startLine - b.startLine)
}

type AddFold = (startLine: number, endLine: number, kind: Fold['kind']) => void

function foldCode(text: string, { kinds, starts, ends, count }: T.Tokens, lines: LineIndex, add: AddFold): void {
  /** Lines of the open brackets. */
  let open: number[] = []
  /** Open braces, and whether semicolons in them end no statement. */
  let braces: boolean[] = []
  let before = ''
  /** The library whose statements follow. */
  let part: { readonly line: number; readonly kind: Fold['kind'] } | null = null
  let statement = 0
  /** Its entries end with semicolons. */
  let isLookup = false
  let line = 0
  /** A line that begins with a closing bracket stays visible. */
  let end = 0
  for (let i = 0; i < count - 1; i++) {
    const word = kinds[i] === T.NAME ? text.slice(starts[i]!, ends[i]!) : ''
    const closes = CLOSERS.has(kinds[i]!) || word === 'END'
    const here = lines.line(starts[i]!)
    if (here !== line) end = closes ? here - 1 : here
    line = here
    if (statement === 0) {
      statement = line
      isLookup = LOOKUP_WORDS.some((known) => known === word)
    }
    const isPart = kinds[i] === T.OPEN_CURLY && (before === 'library' || kinds[i - 1] === T.HASH)
    if (isPart) {
      part = { line, kind: before === 'library' ? 'region' : 'library' }
      statement = 0
      open = []
      braces = []
      continue
    }
    if (part !== null && kinds[i] === T.CLOSE_CURLY && braces.length === 0) {
      add(part.line, end, part.kind)
      part = null
      continue
    }
    if (kinds[i] === T.OPEN_CURLY) braces.push(isLookup || before === 'first')
    else if (kinds[i] === T.CLOSE_CURLY) braces.pop()
    before = word
    if (OPENERS.has(kinds[i]!) || word === 'IF' || word === 'CASE') open.push(line)
    else if (closes) add(open.pop() ?? line, end, 'region')
    else if (kinds[i] === T.SEMICOLON && !braces.includes(true)) {
      add(statement, end, 'region')
      statement = 0
      open = []
      braces = []
    }
  }
}

const OPENERS: ReadonlySet<number> = new Set([T.OPEN_ROUND, T.OPEN_CURLY, T.OPEN_SQUARE])
const CLOSERS: ReadonlySet<number> = new Set([T.CLOSE_ROUND, T.CLOSE_CURLY, T.CLOSE_SQUARE])

function foldComments(text: string, comments: readonly Comment[], lines: LineIndex, add: AddFold): void {
  let from = -1
  let last = -2
  for (const { kind, start, end } of comments) {
    const line = lines.line(start)
    if (kind === 'block') add(line, lines.line(end), 'comment')
    else if (text.slice(lines.start(line), start).trim() === '') {
      if (line !== last + 1) from = line
      last = line
      add(from, line, 'comment')
    }
  }
}
