import Link from 'next/link'
import { Fragment, type ReactNode, useMemo } from 'react'
import { documentPath } from '../../server/api/page-paths'
import { findNormativeWords } from '../../server/documents/clause'
import { Badge } from '../ui/notice'
import type { CitedClause, ClauseCoverage, ShownClause } from './document-data'

/** Shows a clause as it is written. Words with normative force are highlighted if no rule covers it. */
export function ClauseWords({ text, isOpen }: { readonly text: string; readonly isOpen: boolean }) {
  const words = useMemo(() => (isOpen ? findNormativeWords(text) : []), [text, isOpen])
  return (
    <>
      {words.map(({ start, end }, position) => (
        <Fragment key={start}>
          {text.slice(words[position - 1]?.end ?? 0, start)}
          <mark className="rounded bg-warning-soft px-0.5 text-ink">{text.slice(start, end)}</mark>
        </Fragment>
      ))}
      {text.slice(words.at(-1)?.end ?? 0)}
    </>
  )
}

const CHANGES = { same: null, changed: 'Changed', new: 'New' } as const

/** Says what a clause is for, and which rules cite it. */
export function ClauseFacts(props: {
  readonly clause: Pick<ShownClause, 'mark' | 'change'>
  readonly coverage: Pick<ClauseCoverage, 'state' | 'rules'> | undefined
  /** Shown instead of the names of the rules. */
  readonly rules?: ReactNode
}) {
  const { mark, change } = props.clause
  const { coverage } = props
  const words = change === null ? null : CHANGES[change]
  return (
    <div className="mt-1 flex flex-wrap items-center gap-2 text-sm text-ink-soft">
      {words !== null && <Badge>{words}</Badge>}
      {mark?.kind === 'definition' && <Badge>Definition</Badge>}
      {mark?.kind === 'rule' && <Badge>Rule</Badge>}
      {mark?.kind === 'not_checkable' && <span>Not checkable: {mark.reason}</span>}
      {coverage?.state === 'open' && <Badge>Open</Badge>}
      {coverage !== undefined &&
        coverage.rules.length > 0 &&
        (props.rules ?? <span>Cited by {coverage.rules.join(', ')}</span>)}
    </div>
  )
}

/** A cited clause with its words. */
export function ClauseQuote(props: {
  readonly cited: { readonly document: string; readonly clause: string }
  /** Absent if its words are not known. */
  readonly shown: CitedClause | undefined
}) {
  const { document, clause } = props.cited
  const { text = null, isOutdated = false } = props.shown ?? {}
  return (
    <figure className="border-l-2 border-accent pl-3 text-sm">
      <figcaption className="font-medium">
        <Link href={documentPath(document)} className="text-accent hover:underline">
          {document} {clause}
        </Link>
        {isOutdated && <span className="ml-2 text-ink-soft">from an earlier revision of the document</span>}
      </figcaption>
      {text === null ? (
        <p className="text-ink-soft">The words of this clause are not in this namespace.</p>
      ) : (
        <blockquote className="break-words whitespace-pre-wrap text-ink">{text}</blockquote>
      )}
    </figure>
  )
}
