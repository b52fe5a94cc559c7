import { Badge } from '../../ui/notice'
import { type FactChange, factChanges } from './described-changes'
import type { Described } from './history-data'

const KINDS = {
  added: { tone: 'good', word: 'Added' },
  removed: { tone: 'bad', word: 'Removed' },
  changed: { tone: 'warning', word: 'Changed' },
} as const

export function DescribedChangesView(props: {
  readonly what: 'claim' | 'assertion'
  readonly before: readonly Described[]
  readonly after: readonly Described[]
}) {
  const { what, before, after } = props
  const { changes, unchanged } = factChanges(before, after)
  return (
    <section aria-labelledby={`${what}-changes`} className="mb-6">
      <h2 id={`${what}-changes`} className="text-lg font-semibold">
        {what === 'claim' ? 'Claims' : 'Assertions'}
      </h2>
      {changes.length === 0 ? (
        <p className="text-ink-soft">No {what} was added, removed or changed.</p>
      ) : (
        <ul className="mt-2 divide-y divide-line rounded-lg border border-line bg-surface">
          {changes.map(({ kind, name, facts }) => (
            <li key={name} className="px-3 py-2.5">
              <h3 className="flex flex-wrap items-center gap-2">
                <Badge tone={KINDS[kind].tone}>{KINDS[kind].word}</Badge>
                <span className="min-w-0 font-mono text-sm font-medium break-words">{name}</span>
              </h3>
              <dl className="mt-1.5 space-y-1 text-sm">
                {facts.map((fact) => (
                  <FactRow key={fact.about} fact={fact} />
                ))}
              </dl>
            </li>
          ))}
        </ul>
      )}
      {unchanged > 0 && (
        <p className="mt-1 text-sm text-ink-faint">
          {unchanged} {unchanged === 1 ? 'other is' : 'others are'} unchanged.
        </p>
      )}
    </section>
  )
}

function FactRow({ fact: { about, before, after } }: { readonly fact: FactChange }) {
  return (
    <div className="grid gap-x-3 sm:grid-cols-[8rem_1fr]">
      <dt className="text-ink-faint first-letter:uppercase">{about}</dt>
      <dd className="min-w-0 space-y-0.5 break-words whitespace-pre-wrap">
        {before !== null && (
          <p>
            <del className="rounded-sm bg-false-soft text-false">
              <span className="sr-only">before: </span>
              {before}
            </del>
          </p>
        )}
        {after !== null && (
          <p>
            <ins className="rounded-sm bg-true-soft text-true underline-offset-2">
              <span className="sr-only">after: </span>
              {after}
            </ins>
          </p>
        )}
      </dd>
    </div>
  )
}
