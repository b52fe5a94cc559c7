import Link from 'next/link'
import { documentPath } from '../../server/api/page-paths'
import type { Sheet } from './sheet'

interface Props {
  readonly citations: NonNullable<Sheet['citations']>
  readonly rule: string
}

/** Shows the clauses that an assertion cites, in the words of the revisions that are signed. */
export function ClausesOfRule({ citations, rule }: Props) {
  const cited = citations.rules.find(({ name }) => name === rule)?.clauses ?? []
  if (cited.length === 0) return null
  return (
    <div className="mt-2 flex flex-col gap-2" data-testid={`clauses-${rule}`}>
      {cited.map(({ document, clause }) => {
        const shown = citations.clauses.find((each) => each.document === document && each.clause === clause)
        return (
          <figure key={`${document} ${clause}`} className="border-l-2 border-accent pl-3 text-sm">
            <figcaption className="font-medium">
              <Link href={documentPath(document)} className="text-accent hover:underline">
                {document} {clause}
              </Link>
              {shown?.isOutdated === true && (
                <span className="ml-2 text-ink-soft">
                  as of the save of this ruleset; the document has a newer revision
                </span>
              )}
            </figcaption>
            {shown?.text == null ? (
              <p className="text-ink-soft">The words of this clause are not in this namespace.</p>
            ) : (
              <blockquote className="break-words whitespace-pre-wrap">{shown.text}</blockquote>
            )}
          </figure>
        )
      })}
    </div>
  )
}
