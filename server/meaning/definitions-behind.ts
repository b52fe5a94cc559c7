/**
 * The definitions behind each assertion of a ruleset, for those who ask about many assertions.
 *
 * Promises: what `letsBehind` says of each assertion. Every expression is walked once, at the first question; after that
 * an assertion costs what it names, and the definitions behind it. For n definitions it takes n * n / 16 bytes at most.
 */
import type { Checked, CheckedRuleset } from '../language/semantics/checked-ruleset'
import { walk } from '../language/semantics/children'

const NONE: readonly number[] = []
/** Definitions in one number of a set. */
const BITS = 32

export class DefinitionsBehind {
  /** By let: the lets that it names, directly or through others, and itself; a bit each. It names earlier ones alone. */
  private reached: readonly Uint32Array[] | null = null

  constructor(private readonly ruleset: Pick<CheckedRuleset, 'lets' | 'assertions'>) {}

  /** Of any of the assertions, by index; ascending. */
  of(...chosen: readonly number[]): readonly number[] {
    const { lets, assertions } = this.ruleset
    if (lets.length === 0) return NONE
    this.reached ??= reachedFrom(lets)
    const behind = setUpTo(lets.length - 1)
    for (const assertion of chosen) addReached(behind, assertions[assertion]!.expression, this.reached)
    const list: number[] = []
    behind.forEach((bits, place) => {
      for (let left = bits; left !== 0; left &= left - 1)
        list.push(place * BITS + (BITS - 1 - Math.clz32(left & -left)))
    })
    return list
  }
}

function reachedFrom(lets: CheckedRuleset['lets']): readonly Uint32Array[] {
  const reached: Uint32Array[] = []
  lets.forEach(({ value }, index) => {
    const own = setUpTo(index)
    own[Math.floor(index / BITS)]! |= 1 << (index % BITS)
    addReached(own, value, reached)
    reached.push(own)
  })
  return reached
}

function setUpTo(last: number): Uint32Array {
  return new Uint32Array(Math.floor(last / BITS) + 1)
}

/** Adds what an expression names, and what is reached from there. */
function addReached(set: Uint32Array, expression: Checked, reached: readonly Uint32Array[]): void {
  walk(expression, (node) => {
    if (node.kind !== 'let') return
    const more = reached[node.let]!
    // What stands in the set already brings nothing new.
    if ((set[Math.floor(node.let / BITS)]! & (1 << (node.let % BITS))) !== 0) return
    more.forEach((bits, place) => {
      set[place]! |= bits
    })
  })
}
