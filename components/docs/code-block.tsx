import { clsx } from 'clsx'
import { Fragment } from 'react'
import { Report } from '../../server/language/messages/report'
import { lexText } from '../../server/language/syntax/lexer'
import { NAME, NUMBER, STRING, WORD } from '../../server/language/syntax/token'
import {
  CONTEXT_WORDS,
  POLICY_WORDS,
  STATEMENT_WORDS,
  STRUCTURE_WORDS,
  TYPE_WORDS,
  wordsOf,
} from '../../server/language/syntax/words'
import { CopyButton } from '../ui/copy-to-clipboard'

const TITLES: Readonly<Record<string, string>> = {
  ruleset: 'Ruleset',
  'ruleset error': 'Does not compile',
  'ruleset warning': 'Compiles with a warning',
  claims: 'Claims',
  answers: 'Answers',
  rejected: 'Refused',
  sh: 'Shell',
  ts: 'TypeScript',
  python: 'Python',
  smt2: 'SMT-LIB',
  config: 'Configuration',
  json: 'Answer',
  text: 'Output',
}

export function CodeBlock({ kind, text }: { readonly kind: string; readonly text: string }) {
  const title = TITLES[kind]
  if (title === undefined) throw new Error(`"${kind}" is not a known kind of block`)
  const [language, remark] = kind.split(' ')
  return (
    <figure className={clsx('code-block', remark)}>
      <figcaption>
        <span>{title}</span>
        <CopyButton text={text} what={title} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line is scrolled to with the keyboard */}
      <pre tabIndex={0}>
        <code>
          {language === 'ruleset' && <RulesetText text={text} />}
          {(language === 'answers' || language === 'json') && <AnswersText text={text} />}
          {language !== 'ruleset' && language !== 'answers' && language !== 'json' && text}
        </code>
      </pre>
    </figure>
  )
}

const COLOURS: Readonly<Record<string, string>> = {
  TRUE: 'text-true',
  FALSE: 'text-false',
  UNKNOWN: 'text-unknown',
  AMBIGUOUS: 'text-ambiguous',
}

function AnswersText({ text }: { readonly text: string }) {
  return text.split(/\b(TRUE|FALSE|UNKNOWN|AMBIGUOUS)\b/).map((part, index) => {
    const colour = index % 2 === 1 ? COLOURS[part] : undefined
    // The parts never change place, so their position is their key.
    const key = index
    return colour === undefined ? (
      <Fragment key={key}>{part}</Fragment>
    ) : (
      <span key={key} className={`font-semibold ${colour}`}>
        {part}
      </span>
    )
  })
}

interface Piece {
  readonly start: number
  readonly end: number
  readonly style: string
}

const WORDS: ReadonlyMap<string, string> = new Map([
  ...[...STATEMENT_WORDS, ...STRUCTURE_WORDS, ...CONTEXT_WORDS, 'local', 'as', 'in'].map(
    (word) => [word, 'code-keyword'] as const,
  ),
  ...[...TYPE_WORDS, ...POLICY_WORDS, 'True', 'False'].map((word) => [word, 'code-type'] as const),
  ...wordsOf('1.4').callable.map((word) => [word, 'code-function'] as const),
])

function RulesetText({ text }: { readonly text: string }) {
  const elements = []
  let at = 0
  for (const { start, end, style } of piecesOf(text)) {
    elements.push(text.slice(at, start))
    elements.push(
      <span key={start} className={style}>
        {text.slice(start, end)}
      </span>,
    )
    at = end
  }
  elements.push(text.slice(at))
  return elements
}

function piecesOf(text: string): readonly Piece[] {
  const tokens = lexText(text, new Report())
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

/** Highlights the tag of an annotation within its comment. */
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
