/**
 * The same as `letsBehind`, but every definition is walked only once. Takes at most n * n / 16 bytes for n definitions.
 */
import type { Checked, CheckedRuleset } from '../language/semantics/checked-ruleset'
import { walkTree } from '../language/semantics/tree/children'
import { IndexSet } from './index-set'

const NONE: readonly number[] = []

export class DefinitionsBehind {
  /** By let: itself and the earlier ones that it names, directly or through others. */
  private reached: readonly IndexSet[] | null = null

  constructor(private readonly ruleset: Pick<CheckedRuleset, 'lets' | 'assertions'>) {}

  /** Ascending. */
  of(...chosen: readonly number[]): readonly number[] {
    const { lets, assertions } = this.ruleset
    if (lets.length === 0) return NONE
    this.reached ??= reachedFrom(lets)
    const behind = new IndexSet(lets.length)
    for (const assertion of chosen) addReached(behind, assertions[assertion]!.expression, this.reached)
    return behind.list()
  }
}

/** These definitions and those that they name, directly or through others. */
export function definitionsBehind(
  { lets }: Pick<CheckedRuleset, 'lets'>,
  chosen: Iterable<number>,
): ReadonlySet<number> {
  const behind = new Set(chosen)
  for (const index of behind)
    walkTree(lets[index]!.value, (node) => {
      if (node.kind === 'let') behind.add(node.let)
    })
  return behind
}

function reachedFrom(lets: CheckedRuleset['lets']): readonly IndexSet[] {
  const reached: IndexSet[] = []
  lets.forEach(({ value }, index) => {
    const own = new IndexSet(index + 1)
    own.add(index)
    addReached(own, value, reached)
    reached.push(own)
  })
  return reached
}

function addReached(set: IndexSet, expression: Checked, reached: readonly IndexSet[]): void {
  walkTree(expression, (node) => {
    // It is already in the set, together with everything that it uses.
    if (node.kind === 'let' && !set.has(node.let)) set.addAll(reached[node.let]!)
  })
}
