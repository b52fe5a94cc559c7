/** What was added, removed and changed between two lists of claims or assertions. Pure. */
import type { Described, Fact } from './history-data'

export interface FactChange {
  readonly about: Fact['about']
  /** Null where there was or is nothing of the kind. */
  readonly before: string | null
  readonly after: string | null
}

export interface DescribedChange {
  readonly kind: 'added' | 'removed' | 'changed'
  readonly name: string
  /** Of one that changed: what differs; of the others all that is known. */
  readonly facts: readonly FactChange[]
}

export interface DescribedChanges {
  /** In the order of the newer text; what was removed stands last. */
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
      changes.push({ kind: 'added', name, facts: differing([], facts) })
      continue
    }
    const changed = differing(was.facts, facts)
    if (changed.length === 0) unchanged++
    else changes.push({ kind: 'changed', name, facts: changed })
  }
  for (const { name, facts } of before)
    if (!newer.has(name)) changes.push({ kind: 'removed', name, facts: differing(facts, []) })
  return { changes, unchanged }
}

function differing(before: readonly Fact[], after: readonly Fact[]): FactChange[] {
  const [was, is] = [textsOf(before), textsOf(after)]
  return [...new Set([...is.keys(), ...was.keys()])].flatMap((about) => {
    const change = { about, before: was.get(about) ?? null, after: is.get(about) ?? null }
    return change.before === change.after ? [] : [change]
  })
}

function textsOf(facts: readonly Fact[]): ReadonlyMap<Fact['about'], string> {
  return new Map(facts.map(({ about, text }) => [about, text]))
}
