/**
 * Numbers for the definitions and assertions of two rulesets, so that those which say the same have the same number.
 *
 * Promises: two expressions that `SameExpressions` finds the same have one number, and those that share one are the same
 * but for chains of names that are too long to follow. Linear in the text: definitions name earlier ones alone, and those
 * stand by their numbers. Nothing is numbered before it is asked for.
 */
import { printNumeral } from '../language/numeric/numeral'
import type { Checked, CheckedRuleset } from '../language/semantics/checked-ruleset'
import { walk } from '../language/semantics/children'

/** Numbers of one ruleset. */
interface NumberedRuleset {
  /** By let. */
  readonly lets: readonly number[]
  /** By assertion. */
  readonly assertions: readonly number[]
}

type Stated = Pick<CheckedRuleset, 'lets' | 'assertions'>

export class StructureIds {
  private readonly known = new Map<string, number>()
  private madeBefore: NumberedRuleset | null = null
  private madeAfter: NumberedRuleset | null = null
  private others = 0

  /** @param places by input of the earlier ruleset: the input of the later one that is the same, else -1 */
  constructor(
    private readonly earlier: Stated,
    private readonly later: Stated,
    private readonly places: readonly number[],
  ) {}

  get before(): NumberedRuleset {
    // What no input of the later ruleset equals is numbered apart.
    const place = (input: number) => (this.places[input] === -1 ? -1 - input : this.places[input]!)
    this.madeBefore ??= this.numbered(this.earlier, place)
    return this.madeBefore
  }

  get after(): NumberedRuleset {
    this.madeAfter ??= this.numbered(this.later, (input) => input)
    return this.madeAfter
  }

  private numbered({ lets, assertions }: Stated, place: (input: number) => number): NumberedRuleset {
    const ids: number[] = []
    for (const { value } of lets) ids.push(this.idOf(value, place, ids))
    return { lets: ids, assertions: assertions.map(({ expression }) => this.idOf(expression, place, ids)) }
  }

  private idOf(value: Checked, place: (input: number) => number, ids: readonly number[]): number {
    const facts: string[] = []
    const variables = new Map<number, number>()
    walk(value, (node) => {
      if (node.kind === 'quantified') variables.set(node.variable, variables.size)
      facts.push(this.factOf(node, place, ids, variables))
    })
    const key = facts.join(' ')
    const id = this.known.get(key) ?? this.known.size
    this.known.set(key, id)
    return id
  }

  /** What two nodes must share to be the same, without the nodes below them; names of variables do not matter. */
  private factOf(
    node: Checked,
    place: (input: number) => number,
    ids: readonly number[],
    variables: ReadonlyMap<number, number>,
  ): string {
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
      case 'variable':
        return `variable${variables.get(node.variable)}`
      case 'vocabulary':
        return `vocabulary${JSON.stringify(node.members)}`
      case 'arithmetic':
        return node.operator
      case 'convert':
        return `convert${printNumeral(node.factor)};${printNumeral(node.offset)}`
      case 'compare':
        return `${node.domain}${node.operator}${JSON.stringify(node.order ?? [])}`
      case 'connective':
        return `${node.connective}${node.operands.length}`
      case 'quantified':
        return `${node.quantifier}${node.count === null ? '' : ' count'}`
      case 'set':
        return `set${node.members.length}`
      case 'set-operation':
        return node.operation
      case 'case': {
        const labels = JSON.stringify(node.arms.map(({ label }) => label))
        return `case${labels}${node.fallback === null ? '' : ' else'}`
      }
      // It has no meaning, so it is the same as nothing else.
      case 'unbridged':
        return `unbridged${this.others++}`
      default:
        return node.kind
    }
  }
}
