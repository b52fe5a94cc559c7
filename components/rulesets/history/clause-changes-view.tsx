import Link from 'next/link'
import { documentPath } from '../../../server/api/page-paths'
import { Badge } from '../../ui/notice'
import { wordChanges } from '../changes/word-changes'
import { WordPieces } from '../changes/word-pieces'
import { type ClauseOnBothSides, type ClauseSide, clauseChanges, isDifferent } from './clause-changes'
import type { Comparison } from './history-data'

/** Shows the clauses that changed rules cite, before and after. Nothing if no changed rule cites one. */
export function ClauseChangesView({ comparison }: { readonly comparison: Comparison }) {
  const rules = clauseChanges(comparison)
  if (rules.length === 0) return null
  return (
    <section aria-labelledby="clause-changes" className="mt-6" data-testid="clause-changes">
      <h2 id="clause-changes" className="text-lg font-semibold">
        Clauses behind the change
      </h2>
      <p className="text-ink-soft">In the words of the documents when each revision was saved.</p>
      <ul className="mt-2 divide-y divide-line rounded-lg border border-line bg-surface">
        {rules.map(({ rule, clauses }) => (
          <li key={rule} className="flex flex-col gap-3 px-4 py-3">
            <h3 className="font-mono text-sm font-medium break-words">{rule}</h3>
            {clauses.map((clause) => (
              <ClauseChange key={`${clause.document} ${clause.clause}`} change={clause} />
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}

function ClauseChange({ change }: { readonly change: ClauseOnBothSides }) {
  const { document, clause, before, after } = change
  return (
    <figure className="border-l-2 border-accent pl-3 text-sm">
      <figcaption className="flex flex-wrap items-center gap-2 font-medium">
        <Link href={documentPath(document)} className="text-accent hover:underline">
          {document} {clause}
        </Link>
        <State change={change} />
      </figcaption>
      {isDifferent(change) ? (
        <div className="mt-1 grid gap-x-4 gap-y-2 sm:grid-cols-2">
          <Side title="Before" side={before} other={after} show="removed" />
          <Side title="After" side={after} other={before} show="added" />
        </div>
      ) : (
        <Words side={after} />
      )}
    </figure>
  )
}

function State({ change }: { readonly change: ClauseOnBothSides }) {
  const { before, after } = change
  if (!before.isCited) return <Badge tone="good">Cited now</Badge>
  if (!after.isCited) return <Badge tone="bad">No longer cited</Badge>
  return isDifferent(change) ? <Badge tone="warning">Words changed</Badge> : <Badge>Same words</Badge>
}

function Side(props: {
  readonly title: string
  readonly side: ClauseSide
  readonly other: ClauseSide
  readonly show: 'added' | 'removed'
}) {
  const { title, side, other, show } = props
  return (
    <div className="min-w-0">
      <p className="text-ink-soft">{title}</p>
      {side.text === null || other.text === null ? (
        <Words side={side} />
      ) : (
        <blockquote className="break-words whitespace-pre-wrap">
          <WordPieces
            pieces={(show === 'removed'
              ? wordChanges(side.text, other.text)
              : wordChanges(other.text, side.text)
            ).filter(({ kind }) => kind === 'same' || kind === show)}
          />
        </blockquote>
      )}
    </div>
  )
}

function Words({ side: { isCited, text } }: { readonly side: ClauseSide }) {
  if (!isCited) return <p className="text-ink-soft">Not cited.</p>
  if (text === null) return <p className="text-ink-soft">The words of this clause are not in this namespace.</p>
  return <blockquote className="break-words whitespace-pre-wrap">{text}</blockquote>
}
