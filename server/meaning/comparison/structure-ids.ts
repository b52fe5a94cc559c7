/**
 * Numbers definitions and assertions by meaning in linear time. Expressions that `SameExpressions` finds the same share
 * a number. A shared number means the same unless a chain of names was too long to follow.
 */
import { printNumeral } from '../../language/numeric/numeral'
import type { Checked, CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { walkTree } from '../../language/semantics/tree/children'

interface NumberedRuleset {
  readonly lets: readonly number[]
  readonly assertions: readonly number[]
}

type Stated = Pick<CheckedRuleset, 'lets' | 'assertions'>

export class StructureIds {
  private readonly known = new Map<string, number>()
  private madeBefore: NumberedRuleset | null = null
  private madeAfter: NumberedRuleset | null = null
  private others = 0

  /** @param places from earlier to later input, or -1 */
  constructor(
    private readonly earlier: Stated,
    private readonly later: Stated,
    private readonly places: readonly number[],
  ) {}

  get before(): NumberedRuleset {
    // Unpaired inputs get negative numbers.
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
    walkTree(value, (node) => {
      if (node.kind === 'written') return
      if (node.kind === 'quantified') variables.set(node.variable, variables.size)
      facts.push(this.factOf(node, place, ids, variables))
    })
    const key = facts.join(' ')
    const id = this.known.get(key) ?? this.known.size
    this.known.set(key, id)
    return id
  }

  /** Ignores variable names and the nodes below. */
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
      case 'add-months':
        return `add months ${node.rule}`
      case 'calendar':
        return `${node.part} ${node.rule}`
      case 'extreme':
        return `${node.extreme}${node.operands.length}`
      case 'round':
        return `${node.mode}${printNumeral(node.step)}`
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
      // It equals nothing else.
      case 'unbridged':
        return `unbridged${this.others++}`
      default:
        return node.kind
    }
  }
}
