import { Badge } from '../../ui/notice'
import type { Described, Fact } from './history-data'

interface FactChange {
  readonly about: Fact['about']
  /** Null if the fact is missing. */
  readonly before: string | null
  readonly after: string | null
}

interface DescribedChange {
  readonly kind: 'added' | 'removed' | 'changed'
  readonly name: string
  /** The differences of a changed entry; otherwise all facts. */
  readonly facts: readonly FactChange[]
}

interface DescribedChanges {
  /** In the order of the newer text, removed ones last. */
  readonly changes: readonly DescribedChange[]
  readonly unchanged: number
}

export function factChanges(before: readonly Described[], after: readonly Described[]): DescribedChanges {
  const older = new Map(before.map((described) => [described.name, described]))
  const newer = new Set(after.map(({ name }) => name))
  const changes: DescribedChange[] = []
  let unchanged = 0
  for (const { name, facts } of after) {
    const was = older.get(name)
    if (was === undefined) {
      changes.push({ kind: 'added', name, facts: differingFacts([], facts) })
      continue
    }
    const changed = differingFacts(was.facts, facts)
    if (changed.length === 0) unchanged++
    else changes.push({ kind: 'changed', name, facts: changed })
  }
  for (const { name, facts } of before)
    if (!newer.has(name)) changes.push({ kind: 'removed', name, facts: differingFacts(facts, []) })
  return { changes, unchanged }
}

function differingFacts(before: readonly Fact[], after: readonly Fact[]): FactChange[] {
  const [was, is] = [textsOf(before), textsOf(after)]
  return [...new Set([...is.keys(), ...was.keys()])].flatMap((about) => {
    const change = { about, before: was.get(about) ?? null, after: is.get(about) ?? null }
    return change.before === change.after ? [] : [change]
  })
}

function textsOf(facts: readonly Fact[]): ReadonlyMap<Fact['about'], string> {
  return new Map(facts.map(({ about, text }) => [about, text]))
}

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
