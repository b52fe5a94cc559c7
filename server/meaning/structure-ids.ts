/**
 * Numbers for the definitions of two rulesets, so that definitions which say the same have the same number.
 *
 * Promises: two definitions that `SameExpressions` finds the same have one number; those that share a number nearly
 * always are the same. Linear in the text: definitions name earlier ones alone, and those stand by their numbers.
 */
import { printNumeral } from '../language/numeric/numeral'
import type { Checked, CheckedLet } from '../language/semantics/checked-ruleset'
import { walk } from '../language/semantics/children'

export interface StructureIds {
  /** By let of each ruleset. */
  readonly before: readonly number[]
  readonly after: readonly number[]
}

/** @param places by input of the earlier ruleset: the input of the later one that is the same, else -1 */
export function structureIds(
  before: readonly CheckedLet[],
  after: readonly CheckedLet[],
  places: readonly number[],
): StructureIds {
  const known = new Map<string, number>()
  const idsOf = (lets: readonly CheckedLet[], place: (input: number) => number): readonly number[] => {
    const ids: number[] = []
    for (const { value } of lets) {
      const key = keyOf(value, place, ids)
      const id = known.get(key) ?? known.size
      known.set(key, id)
      ids.push(id)
    }
    return ids
  }
  return {
    // What no input of the later ruleset equals is numbered apart.
    before: idsOf(before, (input) => (places[input] === -1 ? -1 - input : places[input]!)),
    after: idsOf(after, (input) => input),
  }
}

function keyOf(value: Checked, place: (input: number) => number, ids: readonly number[]): string {
  const facts: string[] = []
  walk(value, (node) => facts.push(factOf(node, place, ids)))
  return facts.join(' ')
}

/** What two nodes must share to be the same, without the nodes below them; variables have names that do not matter. */
function factOf(node: Checked, place: (input: number) => number, ids: readonly number[]): string {
  switch (node.kind) {
    case 'boolean':
      return String(node.value)
    case 'number':
      return printNumeral(node.value)
    case 'string':
      return JSON.stringify(node.value)
    case 'input':
      return `input${place(node.input)}`
    case 'let':
      return `let${ids[node.let]}`
    case 'vocabulary':
      return `vocabulary${JSON.stringify(node.members)}`
    case 'arithmetic':
    case 'compare':
      return node.operator
    case 'connective':
      return `${node.connective}${node.operands.length}`
    case 'set':
      return `set${node.members.length}`
    case 'case':
      return `case${node.arms.length}`
    default:
      return node.kind
  }
}
