/**
 * The definitions behind each assertion of a ruleset, for those who ask about many assertions.
 *
 * Promises: what `letsBehind` says of each assertion. Every expression is walked once, at the first question; after that
 * an assertion costs what it names, and the definitions behind it. For n definitions it takes n * n / 16 bytes at most.
 */
import type { Checked, CheckedRuleset } from '../language/semantics/checked-ruleset'
import { walk } from '../language/semantics/children'
import { IndexSet } from './index-set'

const NONE: readonly number[] = []

export class DefinitionsBehind {
  /** By let: the lets that it names, directly or through others, and itself. It names earlier ones alone. */
  private reached: readonly IndexSet[] | null = null

  constructor(private readonly ruleset: Pick<CheckedRuleset, 'lets' | 'assertions'>) {}

  /** Of any of the assertions, by index; ascending. */
  of(...chosen: readonly number[]): readonly number[] {
    const { lets, assertions } = this.ruleset
    if (lets.length === 0) return NONE
    this.reached ??= reachedFrom(lets)
    const behind = new IndexSet(lets.length)
    for (const assertion of chosen) addReached(behind, assertions[assertion]!.expression, this.reached)
    return behind.list()
  }
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

/** Adds what an expression names, and what is reached from there. */
function addReached(set: IndexSet, expression: Checked, reached: readonly IndexSet[]): void {
  walk(expression, (node) => {
    // What stands in the set already brings nothing new.
    if (node.kind === 'let' && !set.has(node.let)) set.addAll(reached[node.let]!)
  })
}
