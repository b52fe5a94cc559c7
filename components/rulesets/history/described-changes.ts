import type { Described, Fact } from './history-data'

export interface FactChange {
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
