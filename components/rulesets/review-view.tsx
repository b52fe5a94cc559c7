import { Fragment, type ReactNode } from 'react'
import type { ReviewDocument, ReviewEntry, ReviewField } from '../../server/engine/explain/review-document'
import { positionKey } from '../ui/lists'
import { noteParagraphs, SentenceView } from '../ui/sentence-view'

/** Shows the `review` text as a formatted document. */
export function ReviewView(props: {
  readonly review: ReviewDocument
  /** Whether the sections are listed at the top; false if the page has its own outline. */
  readonly outlined?: boolean
  /** Content below an assertion that is not part of the review. */
  readonly below?: (assertion: string) => ReactNode
  /** Shows these assertions after the others, under a heading; they keep their numbers. */
  readonly last?: { readonly heading: string; readonly isLast: (assertion: string) => boolean } | undefined
}) {
  const { review, outlined = true, below, last } = props
  return (
    <article className="mx-auto max-w-[72ch] px-5 py-6 text-base" data-testid="review">
      <p className="text-lg text-ink">{review.summary}</p>
      {outlined && review.sections.length > 1 && (
        <nav aria-label="Sections of the review" className="mt-3 flex flex-wrap gap-x-3 gap-y-1 text-sm">
          {review.sections.map(({ id, heading, entries }) => (
            <a key={id} href={`#review-${id}`} className="text-accent hover:underline">
              {heading} <span className="text-ink-faint tabular-nums">{entries.length}</span>
            </a>
          ))}
        </nav>
      )}
      {review.sections.map(({ id, heading, introduction, entries }) => (
        <section key={id} id={`review-${id}`} aria-labelledby={`review-${id}-heading`} className="mt-8 scroll-mt-4">
          <h2 id={`review-${id}-heading`} className="text-xl font-semibold">
            {heading}
          </h2>
          <p className="mt-1 text-ink-soft">{introduction}</p>
          {parted(entries, id === 'assertions' ? last : undefined).map(({ title, rows }) => (
            <Fragment key={title}>
              {title !== '' && <h3 className="mt-6 text-lg font-semibold">{title}</h3>}
              <ol className="mt-4 divide-y divide-line border-y border-line">
                {rows.map((entry) => (
                  <Entry
                    key={entry.name ?? entry.title}
                    id={entry.name === null ? undefined : `review-${id}-${entry.name}`}
                    entry={entry}
                    mark={id === 'claims' || id === 'assertions' ? `${entries.indexOf(entry) + 1}` : null}
                  >
                    {id === 'assertions' && entry.name !== null && below?.(entry.name)}
                  </Entry>
                ))}
              </ol>
            </Fragment>
          ))}
        </section>
      ))}
    </article>
  )
}

type Last = Parameters<typeof ReviewView>[0]['last']

function parted(entries: readonly ReviewEntry[], last: Last) {
  const isLast = ({ name }: ReviewEntry) => name !== null && (last?.isLast(name) ?? false)
  return [
    { title: '', rows: entries.filter((entry) => !isLast(entry)) },
    { title: last?.heading ?? '', rows: entries.filter(isLast) },
  ].filter(({ rows }) => rows.length > 0)
}

function Entry(props: {
  readonly id: string | undefined
  readonly entry: ReviewEntry
  readonly mark: string | null
  readonly children: ReactNode
}) {
  const { id, entry, mark, children } = props
  return (
    <li id={id} className="scroll-mt-4 grid grid-cols-[1.75rem_minmax(0,1fr)] py-3">
      <span className="text-ink-faint tabular-nums" aria-hidden={mark === null}>
        {mark === null ? '–' : `${mark}.`}
      </span>
      <div className="min-w-0">
        <EntryTitle entry={entry} />
        {entry.fields.map((field, position) => (
          <div key={positionKey(position)} className="mt-1 text-ink-soft">
            <ReviewFieldView field={field} />
          </div>
        ))}
        {children}
      </div>
    </li>
  )
}

function EntryTitle({ entry: { name, title, fields } }: { readonly entry: ReviewEntry }) {
  if (name === null || !title.endsWith(` (${name})`))
    return fields.length === 0 ? <p>{title}</p> : <h3 className="font-semibold">{title}</h3>
  return (
    <h3 className="font-semibold break-words">
      {title.slice(0, -name.length - 3)} <span className="font-mono text-xs font-normal text-ink-faint">({name})</span>
    </h3>
  )
}

/** A parameter, a scale or a decision table. */
function Grid({ head, rows }: { readonly head: readonly string[]; readonly rows: readonly (readonly string[])[] }) {
  return (
    <div className="my-2 overflow-x-auto">
      <table className="w-full border-y border-line text-sm text-ink">
        <thead className="border-b border-line text-left text-ink-faint">
          <tr>
            <th scope="col" className="py-1 pr-3 font-medium">
              <span className="sr-only">Row</span>
            </th>
            {head.map((column, position) => (
              <th key={positionKey(position)} scope="col" className="py-1 pr-4 font-medium">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row, position) => (
            <tr key={positionKey(position)} className="align-top">
              <th scope="row" className="py-1 pr-3 text-left font-normal text-ink-faint tabular-nums">
                {position + 1}.
              </th>
              {row.map((cell, column) => (
                <td key={positionKey(column)} className="py-1 pr-4 break-words">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

export function ReviewFieldView({ field }: { readonly field: ReviewField }) {
  const lead = field.label === '' ? '' : `${field.label}: `
  const label = lead === '' ? null : <span className="font-medium text-ink-faint">{lead}</span>
  switch (field.kind) {
    case 'fact':
      return (
        <p>
          {label}
          {field.text}
        </p>
      )
    case 'sentence':
      return (
        <div className="text-ink">
          <SentenceView sentence={field.sentence} lead={lead} />
        </div>
      )
    case 'grid':
      return <Grid head={field.head} rows={field.rows} />
    case 'references':
      return (
        <p>
          {label}
          {field.items.map(({ name, words }, position) => (
            <Fragment key={name}>
              {position > 0 && ', '}
              <a href={`#review-claims-${name}`} className="underline decoration-line-strong hover:text-accent">
                {words}
              </a>
            </Fragment>
          ))}
          .
        </p>
      )
    case 'quotation':
      return field.lines.length === 1 ? (
        <p>
          {label}“{field.lines.join('')}”
        </p>
      ) : (
        <div>
          {label}
          <blockquote className="mt-1 space-y-1.5 border-l-2 border-line-strong/50 pl-3">
            {noteParagraphs(field.lines).map((paragraph, position) => (
              <p key={positionKey(position)} className="break-words">
                {paragraph}
              </p>
            ))}
          </blockquote>
        </div>
      )
  }
}
