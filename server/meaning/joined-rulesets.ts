/**
 * Two rulesets over one set of claims, so that a condition can name the assertions of both.
 *
 * Promises: a claim that both declare is one input where one dictionary can be accepted by both: its values are those
 * that both accept, in the unit of the later ruleset. Other claims are inputs of their own side. Nothing is evaluated.
 */

import type { Completion, Known } from '../engine/value'
import { add, compare, divide, equals, multiply, ONE, Rational, subtract, ZERO } from '../language/numeric/rational'
import type { Checked, CheckedLet, CheckedRuleset, Input, Range } from '../language/semantics/checked-ruleset'
import type { UnitLibrary } from '../language/units/unit-library'
import { type Condition, conditionOf, type Space } from './condition'
import { pairNames } from './paired-names'
import { rewrite } from './rewrite'
import { areListsSame } from './same-expression'

/** `side = joined * factor + offset`. */
interface Scale {
  readonly factor: Rational
  readonly offset: Rational
}

const SAME: Scale = { factor: ONE, offset: ZERO }

/** Where an input of one side stands in the joined inputs. */
interface Place {
  readonly index: number
  readonly scale: Scale
}

export interface Side {
  readonly ruleset: CheckedRuleset
  /** By input of the ruleset: its index in the joined inputs. */
  readonly places: readonly number[]
  /** What an assertion of the ruleset asks, over the joined inputs and lets. */
  condition(assertion: number): Condition
  /** Values of the joined inputs as values of this ruleset's inputs. */
  valuesOf(joined: Completion): Known
}

export interface JoinedRulesets {
  readonly space: Space
  readonly before: Side
  readonly after: Side
  /** Joined inputs of claims and locals that both declare and of which no value is accepted by both. */
  readonly apart: ReadonlySet<number>
  /** Whether a dictionary that states values of one ruleset states the same values of the other, written the same. */
  readonly isOneDictionary: boolean
}

/**
 * @param library of the later ruleset; relates the units of claims whose unit changed
 */
export function joinRulesets(
  before: CheckedRuleset,
  after: CheckedRuleset,
  library: UnitLibrary,
  { later } = pairNames(before.inputs, after.inputs),
): JoinedRulesets {
  const inputs: Input[] = [...after.inputs]
  const apart = new Set<number>()
  const places = before.inputs.map((input, earlier): Place => {
    const index = later[earlier]!
    const other = after.inputs[index]
    if (other === undefined) return { index: inputs.push(input) - 1, scale: SAME }
    const met = meet(input, other, library)
    if (met === null) {
      const own = inputs.push(input) - 1
      apart.add(index).add(own)
      return { index: own, scale: SAME }
    }
    inputs[index] = met.input
    return { index, scale: met.scale }
  })
  const earlier = new EarlierSide(before, places, inputs, after.lets.length)
  const lets = [...after.lets, ...earlier.lets()]
  const space: Space = { version: after.version, inputs, lets, ownSymbols: after.ownSymbols }
  const isOneDictionary = isWrittenAlike(before.inputs, after.inputs, places)
  return { space, before: earlier, after: laterSide(after), apart, isOneDictionary }
}

function isWrittenAlike(before: readonly Input[], after: readonly Input[], places: readonly Place[]): boolean {
  if (before.length !== after.length) return false
  return before.every(({ unitSpelling, declaredUnit }, index) => {
    const [place, other] = [places[index]!, after[index]!]
    const isHere = place.index === index && place.scale === SAME
    return isHere && unitSpelling === other.unitSpelling && declaredUnit?.text === other.declaredUnit?.text
  })
}

function laterSide(ruleset: CheckedRuleset): Side {
  return {
    ruleset,
    places: ruleset.inputs.map((_, index) => index),
    condition: (assertion) => conditionOf(ruleset.assertions[assertion]!),
    valuesOf: (joined) => ruleset.inputs.map((_, index) => joined[index] ?? null),
  }
}

/** Variables of quantifiers are numbered apart from those of the later ruleset. */
const VARIABLES_APART = 1_000_000_000

class EarlierSide implements Side {
  readonly places: readonly number[]

  constructor(
    readonly ruleset: CheckedRuleset,
    private readonly joinedAs: readonly Place[],
    private readonly joined: readonly Input[],
    private readonly letsBefore: number,
  ) {
    this.places = joinedAs.map(({ index }) => index)
  }

  lets(): readonly CheckedLet[] {
    return this.ruleset.lets.map((definition) => ({ ...definition, value: this.moved(definition.value) }))
  }

  condition(assertion: number): Condition {
    return this.moved(conditionOf(this.ruleset.assertions[assertion]!))
  }

  valuesOf(joined: Completion): Known {
    return this.joinedAs.map(({ index, scale }) => {
      const value = joined[index] ?? null
      return scale !== SAME && value instanceof Rational ? add(multiply(value, scale.factor), scale.offset) : value
    })
  }

  private moved(expression: Checked): Checked {
    return rewrite(expression, (node) => {
      switch (node.kind) {
        case 'input':
          return this.movedInput(node)
        case 'let':
          return { ...node, let: node.let + this.letsBefore }
        case 'variable':
          return { ...node, variable: node.variable + VARIABLES_APART }
        case 'vocabulary':
          return { ...node, input: this.joinedAs[node.input]!.index }
        case 'quantified': {
          const count = node.count === null ? null : this.moved(node.count)
          const variable = node.variable + VARIABLES_APART
          return { ...node, variable, count, set: this.moved(node.set), body: this.moved(node.body) }
        }
        default:
          return null
      }
    })
  }

  private movedInput(node: Extract<Checked, { kind: 'input' }>): Checked {
    const { index, scale } = this.joinedAs[node.input]!
    if (scale === SAME) return { ...node, input: index }
    const { factor, offset } = scale
    const { declaredUnit, type } = this.joined[index]!
    const [from, to] = [declaredUnit, this.ruleset.inputs[node.input]!.declaredUnit]
    if (from === null || to === null) throw new Error('a claim without a unit is not converted')
    return { ...node, kind: 'convert', operand: { ...node, input: index, type }, factor, offset, from, to }
  }
}

interface Meeting {
  readonly input: Input
  readonly scale: Scale
}

/** One input for a claim or local that both declare; null where no value is accepted by both. */
function meet(before: Input, after: Input, library: UnitLibrary): Meeting | null {
  if (before.kind !== after.kind) return null
  const [earlier, later] = [before.type, after.type]
  if (earlier.kind === 'boolean' && later.kind === 'boolean') return { input: after, scale: SAME }
  if (earlier.kind === 'enum' && later.kind === 'enum') {
    if (areListsSame(earlier.vocabulary, later.vocabulary)) return { input: after, scale: SAME }
    const vocabulary = later.vocabulary.filter((member) => earlier.vocabulary.includes(member))
    if (vocabulary.length === 0) return null
    const type = vocabulary.length === later.vocabulary.length ? later : { ...later, vocabulary }
    return { input: { ...after, type }, scale: SAME }
  }
  if (earlier.kind !== 'numeric' || later.kind !== 'numeric') return null
  const scale = scaleBetween(after, before, library)
  if (scale === null) return null
  const range = overlap(scaledBack(before.range, scale), after.range)
  if (range === 'empty') return null
  return { input: range === after.range ? after : { ...after, range }, scale }
}

function scaleBetween({ declaredUnit: from }: Input, { declaredUnit: to }: Input, library: UnitLibrary): Scale | null {
  if (from === null || to === null) return from === to ? SAME : null
  if (from.text === to.text && from.difference === to.difference) return SAME
  const relation = library.relate(from, to)
  if (relation.status === 'same') return SAME
  if (relation.status !== 'convertible') return null
  return equals(relation.factor, ONE) && equals(relation.offset, ZERO) ? SAME : relation
}

function scaledBack(range: Range | null, scale: Scale): Range | null {
  if (range === null || scale === SAME) return range
  const { factor, offset } = scale
  const back = (value: Rational) => divide(subtract(value, offset), factor)!
  const [one, other] = [back(range.min), back(range.max)]
  return compare(one, other) <= 0 ? { min: one, max: other } : { min: other, max: one }
}

function overlap(one: Range | null, other: Range | null): Range | null | 'empty' {
  if (one === null || other === null) return one ?? other
  if (equals(one.min, other.min) && equals(one.max, other.max)) return other
  const min = compare(one.min, other.min) >= 0 ? one.min : other.min
  const max = compare(one.max, other.max) <= 0 ? one.max : other.max
  return compare(min, max) <= 0 ? { min, max } : 'empty'
}
