/** A ruleset in the colours of the editor, from the lexer that the compiler uses. */

import { Report } from '../../server/language/messages/report'
import { lex } from '../../server/language/syntax/lexer'
import { NAME, NUMBER, STRING, WORD } from '../../server/language/syntax/token'
import {
  CALLABLE,
  POLICY_WORDS,
  STATEMENT_WORDS,
  STRUCTURE_WORDS,
  TYPE_WORDS,
} from '../../server/language/syntax/words'

interface Piece {
  readonly start: number
  readonly end: number
  readonly style: string
}

const WORDS: ReadonlyMap<string, string> = new Map([
  ...[...STATEMENT_WORDS, ...STRUCTURE_WORDS, 'local', 'as', 'in'].map((word) => [word, 'code-keyword'] as const),
  ...[...TYPE_WORDS, ...POLICY_WORDS, 'True', 'False'].map((word) => [word, 'code-type'] as const),
  ...CALLABLE.map((word) => [word, 'code-function'] as const),
])

export function RulesetText({ text }: { readonly text: string }) {
  const parts = []
  let at = 0
  for (const { start, end, style } of piecesOf(text)) {
    parts.push(text.slice(at, start))
    parts.push(
      <span key={start} className={style}>
        {text.slice(start, end)}
      </span>,
    )
    at = end
  }
  parts.push(text.slice(at))
  return parts
}

function piecesOf(text: string): readonly Piece[] {
  const tokens = lex(text, new Report())
  const pieces: Piece[] = tokens.comments.flatMap((comment) =>
    commentPieces(comment.start, text.slice(comment.start, comment.end)),
  )
  for (let i = 0; i < tokens.count; i++) {
    const [start, end] = [tokens.starts[i]!, tokens.ends[i]!]
    const style = styleOf(tokens.kinds[i]!, text.slice(start, end))
    if (style !== undefined) pieces.push({ start, end, style })
  }
  return pieces.sort((a, b) => a.start - b.start)
}

function styleOf(kind: number, text: string): string | undefined {
  if (kind === STRING) return 'code-string'
  if (kind === NUMBER) return 'code-number'
  return kind === NAME || kind === WORD ? WORDS.get(text) : undefined
}

/** The word of an annotation stands out from its comment. */
function commentPieces(start: number, text: string): readonly Piece[] {
  const end = start + text.length
  const tag = /^\/\/\s*(@[\w-]+)/.exec(text)
  if (tag === null) return [{ start, end, style: 'code-comment' }]
  const tagEnd = start + tag[0].length
  const tagStart = tagEnd - tag[1]!.length
  return [
    { start, end: tagStart, style: 'code-comment' },
    { start: tagStart, end: tagEnd, style: 'code-annotation' },
    { start: tagEnd, end, style: 'code-comment' },
  ]
}
