import type { Completion, Known, Value } from '../../engine/core/value'
import {
  add,
  compareRationals,
  divide,
  isEqual,
  multiply,
  ONE,
  Rational,
  subtract,
  ZERO,
} from '../../language/numeric/rational'
import { type Input, NO_CODE, type Range } from '../../language/semantics/checked-input'
import type { Checked, CheckedLet, CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { rewriteNodes } from '../../language/semantics/tree/children'
import type { UnitLibrary } from '../../language/units/unit-library'
import { type Condition, conditionOf, type Space } from '../condition'
import { movedInput } from '../moved-input'
import { areAskedAlike } from './aligned-texts'
import { areListsSame } from './same-expression'

/** `side = joined * factor + offset`. */
interface Scale {
  readonly factor: Rational
  readonly offset: Rational
}

const SAME: Scale = { factor: ONE, offset: ZERO }

/** By input of the side. */
interface Places {
  readonly indices: readonly number[]
  /** Only inputs whose numbers differ. */
  readonly scales: ReadonlyMap<number, Scale>
}

export interface Side {
  readonly ruleset: CheckedRuleset
  /** The condition of an assertion over the joined inputs and lets. */
  condition(assertion: number): Condition
  /** Values of this ruleset's inputs. */
  valuesOf(joined: Completion): Known
}

/** Null if every number is accepted. */
export type BothRanges = readonly [before: Range | null, after: Range | null]

export interface JoinedRulesets {
  readonly space: Space
  readonly before: Side
  readonly after: Side
  /** Inputs that both declare without a common value. */
  readonly apart: ReadonlySet<number>
  /** Inputs of one side with the only value that dictionaries of both sides can give them. */
  readonly settled: ReadonlyMap<number, Value>
  /** From the inputs of the earlier ruleset to those of the space. */
  readonly earlier: readonly number[]
  /** Only inputs whose ranges differ; in the later unit. */
  readonly ownRanges: ReadonlyMap<number, BothRanges>
  /** Whether one dictionary means the same values in both rulesets. */
  readonly isOneDictionary: boolean
}

/**
 * Joins two rulesets over one set of claims. A claim that both declare becomes one input with the values that both
 * accept, in the later unit. Other claims stay inputs of one side.
 * @param library of the later ruleset
 * @param unrelated claims of both that become two inputs
 */
export function joinRulesets(
  before: CheckedRuleset,
  after: CheckedRuleset,
  library: UnitLibrary,
  { later, earlier: partners } = pairNames(before.inputs, after.inputs),
  unrelated: ReadonlySet<string> = NONE_UNRELATED,
): JoinedRulesets {
  const inputs: Input[] = [...after.inputs]
  const settled = new Map<number, Value>()
  const settle = (index: number, own: readonly Input[], other: readonly Input[]) => {
    const value = unrelated.has(inputs[index]!.name) ? null : onlyCommonValue(inputs[index]!, own, other)
    if (value === null) return
    settled.set(index, value)
    if (value === NO_CODE) inputs[index] = { ...inputs[index]!, type: { ...ONLY_NO_CODE } }
  }
  after.inputs.forEach((_, index) => {
    if (partners[index] === -1) settle(index, after.inputs, before.inputs)
  })
  const apart = new Set<number>()
  const scales = new Map<number, Scale>()
  const ownRanges = new Map<number, BothRanges>()
  const indices = before.inputs.map((input, earlier) => {
    const index = later[earlier]!
    const other = after.inputs[index]
    if (other === undefined) {
      const own = inputs.push(input) - 1
      settle(own, before.inputs, after.inputs)
      return own
    }
    const isRelated = input.kind === other.kind && !unrelated.has(input.name)
    const scale = isRelated ? scaleBetween(other, input, library) : null
    const met = scale === null ? null : joinInputs(input, other, scale)
    if (scale === null || met === null) {
      const own = inputs.push(input) - 1
      apart.add(index).add(own)
      return own
    }
    inputs[index] = input.within === undefined ? withoutEnclosures(met) : met
    const range = scaledBack(input.range, scale)
    if (!areEnds(range, other.range)) ownRanges.set(index, [range, other.range])
    if (scale !== SAME) scales.set(earlier, scale)
    return index
  })
  // Inputs of only the earlier side come after those of the later one.
  for (const [at, input] of inputs.entries())
    if (at >= after.inputs.length) inputs[at] = movedInput(input, (index) => indices[index])
  withinSettled(inputs, settled)
  const places = { indices, scales }
  const earlier = new EarlierSide(before, places, inputs, after.lets.length, settled)
  const lets = [
    ...after.lets.map((each) => (settled.size === 0 ? each : { ...each, value: withSettled(each.value, settled) })),
    ...earlier.lets(),
  ]
  const space: Space = { version: after.version, inputs, lets, ownSymbols: after.ownSymbols }
  const isOneDictionary = isWrittenAlike(before.inputs, after.inputs, places)
  return {
    space,
    before: earlier,
    after: laterSide(after, settled),
    apart,
    settled,
    earlier: indices,
    ownRanges,
    isOneDictionary,
  }
}

const NONE_UNRELATED: ReadonlySet<string> = new Set()

const ONLY_NO_CODE = { kind: 'enum', vocabulary: [NO_CODE], ordered: false } as const

/**
 * A code that one side does not have, and an optional record that must be given on the other. Null for other inputs.
 * @param own the inputs of the side
 */
function onlyCommonValue({ form, name }: Input, own: readonly Input[], other: readonly Input[]): Value | null {
  if (form?.kind === 'code') {
    const claim = own[form.of]!.name
    return other.some((each) => each.name === claim && each.type.kind !== 'enum') ? NO_CODE : null
  }
  return form?.kind === 'given' && other.some((each) => each.name.startsWith(`${name}.`)) ? true : null
}

function withSettled(expression: Checked, settled: ReadonlyMap<number, Value>): Checked {
  return rewriteNodes(expression, (node) => (node.kind === 'input' ? settledInput(node, settled) : null))
}

/** Null for an input with several values. */
function settledInput(node: Extract<Checked, { kind: 'input' }>, settled: ReadonlyMap<number, Value>): Checked | null {
  const value = settled.get(node.input)
  const { start, end } = node
  return value === true ? { kind: 'boolean', value, type: { kind: 'boolean' }, start, end } : null
}

/** A record that is always given encloses nothing. */
function withinSettled(inputs: Input[], settled: ReadonlyMap<number, Value>): void {
  if (settled.size === 0) return
  inputs.forEach((input, index) => {
    if (input.within?.some((each) => settled.has(each.input))) inputs[index] = movedWithout(input, settled)
  })
}

function movedWithout({ within = [], ...input }: Input, settled: ReadonlyMap<number, Value>): Input {
  const left = within.filter((each) => !settled.has(each.input))
  return left.length === 0 ? input : { ...input, within: left }
}

/** A field that only one side asks always counts for the other. */
function withoutEnclosures({ within: _within, ...input }: Input): Input {
  return input
}

function isWrittenAlike(before: readonly Input[], after: readonly Input[], { indices, scales }: Places): boolean {
  if (before.length !== after.length) return false
  return before.every(({ unitSpelling, declaredUnit }, index) => {
    const other = after[index]!
    const isHere = indices[index] === index && !scales.has(index)
    return isHere && unitSpelling === other.unitSpelling && declaredUnit?.text === other.declaredUnit?.text
  })
}

function laterSide(ruleset: CheckedRuleset, settled: ReadonlyMap<number, Value>): Side {
  return {
    ruleset,
    condition: (assertion) => {
      const condition = conditionOf(ruleset.assertions[assertion]!)
      return settled.size === 0 ? condition : withSettled(condition, settled)
    },
    valuesOf: (joined) => {
      if (settled.size > 0) return ruleset.inputs.map((_, index) => settled.get(index) ?? joined[index] ?? null)
      return joined.length === ruleset.inputs.length ? joined : joined.slice(0, ruleset.inputs.length)
    },
  }
}

/** Keeps quantifier variables distinct from those of the later ruleset. */
const FIRST_EARLIER_VARIABLE = 1_000_000_000

class EarlierSide implements Side {
  constructor(
    readonly ruleset: CheckedRuleset,
    private readonly places: Places,
    private readonly joined: readonly Input[],
    private readonly letsBefore: number,
    private readonly settled: ReadonlyMap<number, Value>,
  ) {}

  lets(): readonly CheckedLet[] {
    return this.ruleset.lets.map((definition) => ({ ...definition, value: this.moved(definition.value) }))
  }

  condition(assertion: number): Condition {
    return this.moved(conditionOf(this.ruleset.assertions[assertion]!))
  }

  valuesOf(joined: Completion): Known {
    const { indices, scales } = this.places
    return indices.map((index, earlier) => {
      const value = this.settled.get(index) ?? joined[index] ?? null
      const scale = scales.get(earlier)
      if (scale === undefined || !(value instanceof Rational)) return value
      return add(multiply(value, scale.factor), scale.offset)
    })
  }

  private moved(expression: Checked): Checked {
    return rewriteNodes(expression, (node) => {
      switch (node.kind) {
        case 'input':
          return (
            settledInput({ ...node, input: this.places.indices[node.input]! }, this.settled) ?? this.movedInput(node)
          )
        case 'let':
          return { ...node, let: node.let + this.letsBefore }
        case 'variable':
          return { ...node, variable: node.variable + FIRST_EARLIER_VARIABLE }
        case 'vocabulary':
          return { ...node, input: this.places.indices[node.input]! }
        case 'quantified': {
          const count = node.count === null ? null : this.moved(node.count)
          const variable = node.variable + FIRST_EARLIER_VARIABLE
          return { ...node, variable, count, set: this.moved(node.set), body: this.moved(node.body) }
        }
        default:
          return null
      }
    })
  }

  private movedInput(node: Extract<Checked, { kind: 'input' }>): Checked {
    const index = this.places.indices[node.input]!
    const scale = this.places.scales.get(node.input)
    if (scale === undefined) return { ...node, input: index }
    const { factor, offset } = scale
    const { declaredUnit, type } = this.joined[index]!
    const [from, to] = [declaredUnit, this.ruleset.inputs[node.input]!.declaredUnit]
    if (from === null || to === null) throw new Error('a claim without a unit is not converted')
    return { ...node, kind: 'convert', operand: { ...node, input: index, type }, factor, offset, from, to }
  }
}

/**
 * Null if no value is accepted by both.
 * @param scale from the later one to the earlier one
 */
function joinInputs(before: Input, after: Input, scale: Scale): Input | null {
  const [earlier, later] = [before.type, after.type]
  if (earlier.kind === 'boolean' && later.kind === 'boolean') return after
  if ((earlier.kind === 'date' || earlier.kind === 'timestamp') && earlier.kind === later.kind) return after
  if (earlier.kind === 'enum' && later.kind === 'enum') {
    // A text has kinds, which an enum could not have as values.
    if (!areAskedAlike(before, after)) return null
    if (areListsSame(earlier.vocabulary, later.vocabulary)) return after
    const vocabulary = later.vocabulary.filter((member) => earlier.vocabulary.includes(member))
    if (vocabulary.length === 0) return null
    const type = vocabulary.length === later.vocabulary.length ? later : { ...later, vocabulary }
    return { ...after, type }
  }
  if (earlier.kind !== 'numeric' || later.kind !== 'numeric') return null
  const isWhole = before.whole === true || after.whole === true
  // A whole number of one unit need not be whole in another.
  if (isWhole && scale !== SAME) return null
  const both: Input = isWhole && after.whole !== true ? { ...after, whole: true } : after
  const range = overlapRanges(scaledBack(before.range, scale), after.range)
  if (range === 'empty') return null
  return range === after.range ? both : { ...both, range }
}

/** Null without a conversion. */
export function rangeInLaterUnit(before: Input, after: Input, library: UnitLibrary): { range: Range | null } | null {
  const scale = scaleBetween(after, before, library)
  return scale === null ? null : { range: scaledBack(before.range, scale) }
}

/** Null without a conversion. Only numbers have units. */
export function scaleBetween(
  { declaredUnit: from }: Input,
  { declaredUnit: to }: Input,
  library: UnitLibrary,
): Scale | null {
  if (from === null || to === null) return from === to ? SAME : null
  if (from.text === to.text && from.difference === to.difference) return SAME
  const relation = library.relate(from, to)
  if (relation.status === 'same') return SAME
  if (relation.status !== 'convertible') return null
  return isEqual(relation.factor, ONE) && isEqual(relation.offset, ZERO) ? SAME : relation
}

function scaledBack(range: Range | null, scale: Scale): Range | null {
  if (range === null || scale === SAME) return range
  const { factor, offset } = scale
  const back = (value: Rational) => divide(subtract(value, offset), factor)!
  const [one, other] = [back(range.min), back(range.max)]
  return compareRationals(one, other) <= 0 ? { min: one, max: other } : { min: other, max: one }
}

function overlapRanges(one: Range | null, other: Range | null): Range | null | 'empty' {
  if (one === null || other === null) return one ?? other
  if (areEnds(one, other)) return other
  const min = compareRationals(one.min, other.min) >= 0 ? one.min : other.min
  const max = compareRationals(one.max, other.max) <= 0 ? one.max : other.max
  return compareRationals(min, max) <= 0 ? { min, max } : 'empty'
}

function areEnds(one: Range | null, other: Range | null): boolean {
  if (one === null || other === null) return one === other
  return isEqual(one.min, other.min) && isEqual(one.max, other.max)
}

interface Named {
  readonly name: string
  readonly form?: Input['form']
}

/** A claim with codes, and a text with a length, has two inputs of its name. */
function keyOf({ name, form }: Named): string {
  return form?.kind === 'code' || form?.kind === 'length' ? `${name} ${form.kind}` : name
}

/** In each direction: the index in the other list, or -1. */
export interface PairedNames {
  readonly later: readonly number[]
  readonly earlier: readonly number[]
}

/** Names are unique in each list, but for codes. */
export function pairNames(before: readonly Named[], after: readonly Named[]): PairedNames {
  const later = placesByName(before, after)
  const isInOrder = before.length === after.length && later.every((place, index) => place === index)
  return { later, earlier: isInOrder ? later : placesByName(after, before) }
}

/** By index of `items`: the index in `others`, or -1. Lists in the same order, as in most revisions, need no table. */
export function placesByName(items: readonly Named[], others: readonly Named[]): readonly number[] {
  let table: ReadonlyMap<string, number> | null = null
  return items.map((item, index) => {
    const key = keyOf(item)
    const other = others[index]
    if (other !== undefined && keyOf(other) === key) return index
    table ??= new Map(others.map((each, place) => [keyOf(each), place]))
    return table.get(key) ?? -1
  })
}
