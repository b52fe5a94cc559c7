/** The parts of a text that a search finds. A text that does not compile has them too, because only its syntax is read. */
import type { PassageKind } from '../../api/terms/ruleset-terms'
import { Report } from '../../language/messages/report'
import { type Annotation, readAnnotation } from '../../language/syntax/annotation'
import { parseText } from '../../language/syntax/parse'
import type { Comment, Ruleset, Statement } from '../../language/syntax/syntax'
import type { LanguageLimits } from '../../language/text/limits'
import { LineIndex, type Span } from '../../language/text/line-index'
import { searchWords } from '../../language/text/search-words'

export interface Passage {
  readonly kind: PassageKind
  /** The assertion, definition or claim. */
  readonly subject: string | null
  /** Line of the first character, from 1. */
  readonly line: number
  readonly text: string
  /** Distinct. */
  readonly words: readonly string[]
}

type Part = Span & Pick<Passage, 'kind' | 'subject'>

/** In UTF-16 units. A longer part is searched to here. */
const MAX_PASSAGE_CHARS = 4_000

/** In the order of the text. */
export function passagesOf(source: string, limits: LanguageLimits): Passage[] {
  const { ruleset } = parseText(source, new Report(), limits)
  const lines = new LineIndex(source)
  const statements = ruleset.statements.flatMap(partOfStatement)
  return [...statements, ...citedSources(ruleset), ...partsOfComments(source, ruleset.comments, statements)]
    .sort((a, b) => a.start - b.start)
    .flatMap(({ kind, subject, start, end }) => {
      const text = source
        .slice(start, Math.min(end, start + MAX_PASSAGE_CHARS))
        .replaceAll('\0', ' ')
        .toWellFormed()
      const words = searchWords(text)
      return words.length === 0 ? [] : [{ kind, subject, line: lines.line(start), text, words }]
    })
}

function partOfStatement(statement: Statement): Part[] {
  if (statement.kind === 'broken' || statement.kind === 'month-end') return []
  const { start, end, name } = statement
  return [{ kind: kindOf(statement), subject: name.name, start, end }]
}

function kindOf({ kind }: Statement): PassageKind {
  if (kind === 'assert') return 'assertion'
  return kind === 'declare' || kind === 'declare-group' ? 'claim' : 'definition'
}

/** The sources that the values of a parameter cite. */
function citedSources({ statements }: Ruleset): Part[] {
  return statements.flatMap((statement): Part[] => {
    if (statement.kind !== 'parameter') return []
    const subject = statement.name.name
    return statement.entries.flatMap(({ source }) =>
      source === null ? [] : [{ kind: 'source', subject, start: source.start, end: source.end }],
    )
  })
}

/** Comments in a statement belong to its part. Consecutive lines are one note. */
function partsOfComments(source: string, comments: readonly Comment[], statements: readonly Span[]): Part[] {
  const found: Part[] = []
  const spans = statements.toSorted((a, b) => a.start - b.start)
  let next = 0
  let note: { -readonly [Key in keyof Part]: Part[Key] } | null = null
  for (const comment of comments) {
    while (next < spans.length && spans[next]!.end <= comment.start) next++
    if (next < spans.length && spans[next]!.start <= comment.start) continue
    const annotation = readAnnotation(comment)
    if (annotation !== null) {
      found.push(partOfAnnotation(annotation))
      note = null
    } else if (note !== null && source.slice(note.end, comment.start).trim() === '') note.end = comment.end
    else {
      note = { kind: 'note', subject: null, start: comment.start, end: comment.end }
      found.push(note)
    }
  }
  return found
}

function partOfAnnotation({ tag, claim, textSpan }: Annotation): Part {
  const kind = tag === 'ask' || tag === 'context' ? 'question' : tag === 'cite' ? 'source' : 'claim'
  return { kind, subject: claim?.name ?? null, ...textSpan }
}
