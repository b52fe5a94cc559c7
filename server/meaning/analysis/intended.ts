/** The language ignores unknown annotations, so `// @intended name reason` changes no answer and no diagnostic. */
import { Report } from '../../language/messages/report'
import { readAnnotation } from '../../language/syntax/annotation'
import { lexText } from '../../language/syntax/lexer'

const TAG = 'intended'

export function intendedAssertions(source: string): ReadonlySet<string> {
  // Avoids lexing texts without marks.
  if (!source.includes(`@${TAG}`)) return new Set()
  const { comments } = lexText(source, new Report())
  return new Set(
    comments.flatMap((comment) => {
      const annotation = readAnnotation(comment)
      return annotation?.tag === TAG && annotation.claim !== null ? [annotation.claim.name] : []
    }),
  )
}
