/**
 * Assertions that an author marked as intended to follow from others: `// @intended name reason`.
 *
 * The language leaves annotations alone that it does not know, so the mark changes no answer and no diagnostic.
 */
import { Report } from '../../language/messages/report'
import { readAnnotation } from '../../language/syntax/annotation'
import { lex } from '../../language/syntax/lexer'

const TAG = 'intended'

/** The names that the marks of a text state; one that no assertion has changes nothing. */
export function intendedAssertions(source: string): ReadonlySet<string> {
  // Most texts have none, and need not be read again.
  if (!source.includes(`@${TAG}`)) return new Set()
  const { comments } = lex(source, new Report())
  return new Set(
    comments.flatMap((comment) => {
      const annotation = readAnnotation(comment)
      return annotation?.tag === TAG && annotation.claim !== null ? [annotation.claim.name] : []
    }),
  )
}
