/**
 * The reference meaning of the language: evaluates a checked tree for one completion.
 *
 * Written only from public/docs/language.md, without the engine's code, as plainly as possible. Slow.
 */
import {
  add,
  compareRationals,
  denominatorOf,
  divide,
  flooredModulo,
  floorOf,
  fromInteger,
  isEqual,
  makeRatio,
  multiply,
  negate,
  numeratorOf,
  Rational,
  signOf,
  subtract,
} from '../../language/numeric/rational'
import type { Checked, CheckedRuleset, RoundingMode } from '../../language/semantics/checked-ruleset'
import { SlotKeys } from '../../language/semantics/tree/slot-key'
import type { Completion, Value } from '../core/value'
import { calendarValue, movedDay } from './reference-calendar'

/** Null if there is no value. */
type Result = Value | null

interface Slot {
  readonly key: string
  readonly value: Result
  /** Null if presence has no value. */
  readonly present: boolean | null
  readonly expression: Checked
  readonly fixed: boolean
}

/**
 * Values of parts in numbered completions, for rulesets that share parts. A ruleset with other definitions needs a
 * separate memory, because a part names definitions by number.
 */
export class ReferenceMemory {
  private readonly results = new WeakMap<Checked, Result[]>()

  resultsOf(part: Checked): Result[] {
    const known = this.results.get(part)
    if (known !== undefined) return known
    const results: Result[] = []
    this.results.set(part, results)
    return results
  }
}

/** The number of a completion, the same for the same completion. */
export interface Numbered {
  readonly memory: ReferenceMemory
  readonly number: number
}

/** Null for no value. */
export function referenceOutcome(
  ruleset: CheckedRuleset,
  assertion: number,
  completion: Completion,
  numbered: Numbered | null = null,
): boolean | null {
  return new Reading(ruleset, completion, numbered).truth(ruleset.assertions[assertion]!.expression)
}

/** Null for no value. */
export function referenceValue(ruleset: CheckedRuleset, expression: Checked, completion: Completion): Value | null {
  return new Reading(ruleset, completion).value(expression)
}

function allHold(operands: readonly (boolean | null)[]): boolean | null {
  if (operands.includes(false)) return false
  return operands.includes(null) ? null : true
}

function negateTruth(value: boolean | null): boolean | null {
  return value === null ? null : !value
}

function anyHolds(operands: readonly (boolean | null)[]): boolean | null {
  return negateTruth(allHold(operands.map(negateTruth)))
}

function haveEqualValue(a: Result, b: Result): boolean | null {
  if (a === null || b === null) return null
  return a instanceof Rational && b instanceof Rational ? compareRationals(a, b) === 0 : a === b
}

class Reading {
  private readonly variables = new Map<number, Slot>()
  private readonly keys: SlotKeys
  /** Quantifiers around the part that is read. */
  private quantifiers = 0

  constructor(
    private readonly ruleset: CheckedRuleset,
    private readonly completion: Completion,
    private readonly numbered: Numbered | null = null,
  ) {
    this.keys = new SlotKeys(ruleset.lets)
  }

  truth(expression: Checked): boolean | null {
    const value = this.value(expression)
    if (value === null || typeof value === 'boolean') return value
    throw new Error('not a truth value')
  }

  private number(expression: Checked): Rational | null {
    const value = this.value(expression)
    if (value === null || value instanceof Rational) return value
    throw new Error('not a number')
  }

  /** Null unless it is a whole number within the calendar's reach. */
  private day(node: Checked): number | null {
    const number = this.number(node)
    if (number === null || !isEqual(number, floorOf(number))) return null
    const day = Number(numeratorOf(number))
    return Math.abs(day) <= 1_000_000_000 ? day : null
  }

  value(node: Checked): Result {
    // A part below a quantifier may read its variable.
    if (this.numbered === null || this.quantifiers > 0) return this.read(node)
    const results = this.numbered.memory.resultsOf(node)
    const { number } = this.numbered
    let result = results[number]
    if (result === undefined) {
      result = this.read(node)
      results[number] = result
    }
    return result
  }

  private read(node: Checked): Result {
    switch (node.kind) {
      case 'boolean':
      case 'number':
      case 'string':
        return node.value
      case 'input': {
        const value = this.completion[node.input]
        if (value === null || value === undefined) throw new Error('not a completion')
        return value
      }
      case 'let':
        return this.value(this.ruleset.lets[node.let]!.value)
      case 'variable':
        return this.variables.get(node.variable)!.value
      case 'negate': {
        const operand = this.number(node.operand)
        return operand === null ? null : negate(operand)
      }
      case 'convert': {
        const operand = this.number(node.operand)
        return operand === null ? null : add(multiply(operand, node.factor), node.offset)
      }
      case 'arithmetic': {
        const [a, b] = [this.number(node.left), this.number(node.right)]
        if (a === null || b === null) return null
        return { '+': add, '-': subtract, '*': multiply, '/': divide, '%': flooredModulo }[node.operator](a, b)
      }
      case 'extreme': {
        const numbers = node.operands.map((operand) => this.number(operand))
        if (numbers.includes(null)) return null
        const sorted = numbers.filter((number) => number !== null).sort(compareRationals)
        return (node.extreme === 'Min' ? sorted[0] : sorted.at(-1)) ?? null
      }
      case 'add-months': {
        const [date, months] = [this.day(node.operand), this.day(node.months)]
        return date === null || months === null ? null : fromInteger(movedDay(date, months, node.rule))
      }
      case 'calendar': {
        const days = node.operands.map((operand) => this.day(operand))
        if (days.includes(null)) return null
        return fromInteger(calendarValue(node.part, days as number[], node.rule))
      }
      case 'absolute': {
        const operand = this.number(node.operand)
        return operand === null || signOf(operand) >= 0 ? operand : negate(operand)
      }
      case 'round': {
        const operand = this.number(node.operand)
        return operand === null ? null : roundByDefinition(operand, node.step, node.mode)
      }
      case 'compare':
        return this.comparison(node)
      case 'differ':
        return this.truth(node.left) !== this.truth(node.right)
      case 'connective':
        return this.connective(
          node.connective,
          node.operands.map((operand) => this.truth(operand)),
        )
      case 'choice': {
        const condition = this.truth(node.condition)
        return condition === null ? null : this.value(condition ? node.then : node.otherwise)
      }
      case 'case': {
        const subject = this.value(node.subject)
        if (subject === null) return null
        const arm = node.arms.find(({ label }) => label === subject)
        return this.value(arm?.value ?? node.fallback!)
      }
      case 'quantified':
        return this.quantified(node)
      case 'is-member':
        return this.contains(this.value(node.value), this.slots(node.set))
      case 'is-subset': {
        const right = this.slots(node.right)
        return allHold(
          this.slots(node.left).map(({ present, value }) =>
            anyHolds([negateTruth(present), this.contains(value, right)]),
          ),
        )
      }
      case 'nothing':
        return null
      case 'written':
        return this.value(node.core)
      default:
        throw new Error(`${node.kind} is not a value`)
    }
  }

  private comparison({ operator, left, right, order }: Extract<Checked, { kind: 'compare' }>): boolean | null {
    const [a, b] = [this.value(left), this.value(right)]
    if (a === null || b === null) return null
    if (operator === '==') return haveEqualValue(a, b)
    if (operator === '!=') return negateTruth(haveEqualValue(a, b))
    const sign =
      a instanceof Rational && b instanceof Rational
        ? compareRationals(a, b)
        : order!.indexOf(String(a)) - order!.indexOf(String(b))
    if (operator === '<') return sign < 0
    if (operator === '<=') return sign <= 0
    return operator === '>' ? sign > 0 : sign >= 0
  }

  private connective(name: string, operands: readonly (boolean | null)[]): boolean | null {
    const [first = null, second = null] = operands
    switch (name) {
      case 'And':
        return allHold(operands)
      case 'Or':
        return anyHolds(operands)
      case 'Not':
        return negateTruth(first)
      case 'Implies':
        return anyHolds([negateTruth(first), second])
      default:
        return first === null || second === null ? null : first !== second
    }
  }

  private quantified(node: Extract<Checked, { kind: 'quantified' }>): Result {
    this.quantifiers++
    const slots = this.slots(node.set).map((slot) => {
      this.variables.set(node.variable, slot)
      return { present: slot.present, body: this.truth(node.body) }
    })
    this.quantifiers--
    if (node.quantifier === 'ForAll')
      return allHold(slots.map(({ present, body }) => anyHolds([negateTruth(present), body])))
    const counted = slots.map(({ present, body }) => allHold([present, body]))
    if (node.quantifier === 'Exists') return anyHolds(counted)
    const holding = counted.filter((slot) => slot === true).length
    const valueless = counted.filter((slot) => slot === null).length
    if (node.quantifier === 'CountWhere') return valueless > 0 ? null : Rational.small(holding, 1)
    const bound = node.count === null ? null : this.number(node.count)
    // If every possible result of the slots without a value gives the same answer, that is the answer.
    const answers = new Set<boolean | null>()
    for (let more = 0; more <= valueless; more++) {
      const count = Rational.small(holding + more, 1)
      if (node.quantifier === 'ExactlyOne') answers.add(holding + more === 1)
      else if (bound === null) answers.add(null)
      else
        answers.add(
          node.quantifier === 'AtLeast' ? compareRationals(count, bound) >= 0 : compareRationals(count, bound) <= 0,
        )
    }
    const [answer = null] = answers
    return answers.size === 1 ? answer : null
  }

  private contains(value: Result, slots: readonly Slot[]): boolean | null {
    return anyHolds(slots.map((slot) => allHold([slot.present, haveEqualValue(value, slot.value)])))
  }

  /** The same expression, or an equal value if one of the two names no claim. */
  private matches(one: Slot, other: Slot): boolean | null {
    if (one.key === other.key) return true
    return one.fixed || other.fixed ? haveEqualValue(one.value, other.value) : false
  }

  /** Whether the expression names no claim and no local. */
  private isFixed(node: Checked): boolean {
    switch (node.kind) {
      case 'boolean':
      case 'number':
      case 'string':
      case 'vocabulary':
      case 'nothing':
        return true
      case 'written':
        return this.isFixed(node.core)
      case 'input':
        return false
      case 'let':
        return this.isFixed(this.ruleset.lets[node.let]!.value)
      case 'variable':
        return this.variables.get(node.variable)?.fixed ?? true
      case 'negate':
      case 'convert':
      case 'absolute':
      case 'round':
        return this.isFixed(node.operand)
      case 'add-months':
        return this.isFixed(node.operand) && this.isFixed(node.months)
      case 'connective':
      case 'calendar':
      case 'extreme':
        return node.operands.every((operand) => this.isFixed(operand))
      case 'set':
        return node.members.every((member) => this.isFixed(member))
      case 'choice':
        return [node.condition, node.then, node.otherwise].every((part) => this.isFixed(part))
      case 'case':
        return [
          node.subject,
          ...node.arms.map(({ value }) => value),
          ...(node.fallback === null ? [] : [node.fallback]),
        ].every((part) => this.isFixed(part))
      case 'is-member':
        return this.isFixed(node.value) && this.isFixed(node.set)
      case 'quantified':
        // The variable is not bound before its set is iterated.
        this.variables.delete(node.variable)
        return [...(node.count === null ? [] : [node.count]), node.set, node.body].every((part) => this.isFixed(part))
      default:
        return this.isFixed(node.left) && this.isFixed(node.right)
    }
  }

  private slot(expression: Checked, value: () => Result, present: boolean | null): Slot {
    const key = this.keys.key(expression, (variable) => this.variables.get(variable)?.key)
    return { key, value: value(), present, expression, fixed: this.isFixed(expression) }
  }

  private slots(node: Checked): readonly Slot[] {
    switch (node.kind) {
      case 'set':
        return mergeByKey(node.members.map((member) => this.slot(member, () => this.value(member), true)))
      case 'vocabulary': {
        const type = node.type.kind === 'set' ? node.type.element : node.type
        return node.members.map((value) =>
          this.slot({ kind: 'string', value, type, start: 0, end: 0 }, () => value, true),
        )
      }
      case 'let':
        return this.slots(this.ruleset.lets[node.let]!.value)
      case 'convert': {
        const type = node.type.kind === 'set' ? node.type.element : node.type
        return mergeByKey(
          this.slots(node.operand).map(({ expression, value, present }) =>
            this.slot(
              { ...node, type, operand: expression },
              () => (value instanceof Rational ? add(multiply(value, node.factor), node.offset) : null),
              present,
            ),
          ),
        )
      }
      case 'set-operation': {
        const [left, right] = [this.slots(node.left), this.slots(node.right)]
        if (node.operation === 'Union') return mergeByKey([...left, ...right])
        return left.map((slot) => {
          const match = anyHolds(right.map((other) => allHold([other.present, this.matches(slot, other)])))
          return {
            ...slot,
            present: allHold([slot.present, node.operation === 'Intersect' ? match : negateTruth(match)]),
          }
        })
      }
      default:
        throw new Error(`${node.kind} is not a set`)
    }
  }
}

/** Chooses among the multiples below and above, by the definition of each mode. */
function roundByDefinition(value: Rational, step: Rational, mode: RoundingMode): Rational {
  const [above, below] = [numeratorOf(value) * denominatorOf(step), denominatorOf(value) * numeratorOf(step)]
  const rest = ((above % below) + below) % below
  const low = (above - rest) / below
  if (rest === 0n) return value
  const [lower, upper] = [low, low + 1n]
  const [inner, outer] = signOf(value) < 0 ? [upper, lower] : [lower, upper]
  const middle = 2n * rest - below
  const nearest = middle < 0n ? lower : upper
  const chosen = {
    floor: lower,
    ceiling: upper,
    down: inner,
    up: outer,
    half_up: middle === 0n ? outer : nearest,
    half_even: middle === 0n ? (lower % 2n === 0n ? lower : upper) : nearest,
  }[mode]
  return multiply(makeRatio(chosen, 1n), step)
}

function mergeByKey(slots: readonly Slot[]): readonly Slot[] {
  const byKey = new Map<string, Slot>()
  for (const slot of slots) {
    const earlier = byKey.get(slot.key)
    byKey.set(
      slot.key,
      earlier === undefined ? slot : { ...earlier, present: anyHolds([earlier.present, slot.present]) },
    )
  }
  return [...byKey.values()]
}
