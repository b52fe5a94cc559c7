/**
 * Lowers expressions over the reals, independently of the evaluator. Each let is lowered once, in order, so that chains do not nest. The
 * expression must be checked, including its depth, and have no unbridged pair.
 */
import { ZERO } from '../../language/numeric/rational'
import type { Checked, CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { isAmount, type Type } from '../../language/semantics/checked-type'
import { childrenOf } from '../../language/semantics/tree/children'
import type { SlotKeys } from '../../language/semantics/tree/slot-key'
import { lowerArithmetic, lowerConversion, lowerNegation, lowerNumeral } from './lower-arithmetic'
import type { CalendarLowering } from './lower-calendar'
import { compareTerms, lowerComparison } from './lower-numbers'
import { lowerAbsolute, lowerExtreme, lowerRounding } from './lower-rounding'
import {
  combineSlots,
  countWhere,
  type Examined,
  isMember,
  isSubset,
  lowerQuantified,
  mergeSlots,
  type Slot,
} from './lower-sets'
import {
  and,
  chooseLowered,
  definiteTruth,
  definiteTruthWhere,
  differentTruth,
  type Lowered,
  type LoweredNumber,
  lowerEquality,
  not,
  or,
  sameTruth,
  type Truth,
} from './lowered'
import type { MemberCodes } from './member-codes'
import type { Terms } from './terms'

type Of<Kind extends Checked['kind']> = Extract<Checked, { kind: Kind }>

export class Lowering {
  private readonly lets = new Map<number, Lowered | readonly Slot[]>()
  private readonly variables = new Map<number, Slot>()
  private readonly always: Truth

  constructor(
    private readonly terms: Terms,
    private readonly codes: MemberCodes,
    private readonly ruleset: CheckedRuleset,
    private readonly keys: SlotKeys,
    private readonly input: (input: number) => Lowered,
    private readonly calendar: CalendarLowering,
  ) {
    this.always = definiteTruth(terms, terms.always)
  }

  assertion(index: number): Truth {
    const assertion = this.ruleset.assertions[index]
    if (assertion === undefined) throw new Error(`the ruleset has no assertion ${index}`)
    for (const index of letsBehind(this.ruleset, assertion.expression)) {
      const { value } = this.letAt(index)
      this.lets.set(index, value.type.kind === 'set' ? this.slots(value) : this.lower(value))
    }
    return this.truth(assertion.expression)
  }

  private letAt(index: number): CheckedRuleset['lets'][number] {
    const definition = this.ruleset.lets[index]
    if (definition === undefined) throw new Error(`the ruleset has no let ${index}`)
    return definition
  }

  private truth(expression: Checked): Truth {
    const lowered = this.lower(expression)
    if (lowered.kind !== 'boolean') throw new Error(`a ${lowered.kind} stands where a truth value must`)
    return lowered.truth
  }

  private number(expression: Checked): LoweredNumber {
    const lowered = this.lower(expression)
    if (lowered.kind !== 'numeric') throw new Error(`a ${lowered.kind} stands where a number must`)
    return lowered
  }

  private lower(expression: Checked): Lowered {
    const { terms } = this
    switch (expression.kind) {
      case 'boolean':
        return loweredBoolean(definiteTruth(terms, expression.value ? terms.always : terms.never))
      case 'number':
        return lowerNumeral(terms, expression.value)
      case 'string':
        return { kind: 'member', value: this.codes.term(expression.value), defined: terms.always }
      case 'input':
        return this.input(expression.input)
      case 'let':
        return this.letValue(expression)
      case 'variable':
        return this.slotOf(expression).element
      case 'negate':
        return lowerNegation(terms, this.number(expression.operand))
      case 'convert':
        return lowerConversion(terms, this.number(expression.operand), expression.factor, expression.offset)
      case 'arithmetic': {
        const { operator, left, right } = expression
        return lowerArithmetic(terms, operator, this.number(left), this.number(right))
      }
      case 'extreme': {
        const operands = expression.operands.map((operand) => this.number(operand))
        return lowerExtreme(terms, expression.extreme, operands)
      }
      case 'add-months':
        return this.calendar.addMonths(this.number(expression.operand), this.number(expression.months), expression.rule)
      case 'calendar': {
        const dates = expression.operands.map((operand) => this.number(operand))
        return this.calendar.part(expression.part, dates, expression.rule)
      }
      case 'absolute':
        return lowerAbsolute(terms, this.number(expression.operand))
      case 'round':
        return lowerRounding(terms, this.number(expression.operand), expression.step, expression.mode)
      case 'compare':
        return loweredBoolean(this.comparison(expression))
      case 'differ':
        return loweredBoolean(differentTruth(terms, this.truth(expression.left), this.truth(expression.right)))
      case 'connective':
        return loweredBoolean(this.connective(expression))
      case 'choice':
        return this.choice(expression)
      case 'case':
        return this.dispatch(expression)
      case 'quantified':
        return this.quantified(expression)
      case 'is-member':
        return loweredBoolean(isMember(terms, this.lower(expression.value), this.slots(expression.set)))
      case 'is-subset':
        return loweredBoolean(isSubset(terms, this.slots(expression.left), this.slots(expression.right)))
      case 'set':
      case 'vocabulary':
      case 'set-operation':
        throw new Error('a set stands where a value must')
      case 'written':
        return this.lower(expression.core)
      case 'nothing':
        return this.nothing(expression)
      case 'unbridged':
        throw new Error('an unbridged pair has no meaning')
    }
  }

  private nothing({ type }: Of<'nothing'>): Lowered {
    const { terms } = this
    if (type.kind === 'boolean') return loweredBoolean({ isTrue: terms.never, isFalse: terms.never })
    if (isAmount(type)) return { ...lowerNumeral(terms, ZERO), defined: terms.never }
    if (type.kind === 'set') throw new Error('a set always has a value')
    return { kind: 'member', value: this.codes.term(anyMember(type)), defined: terms.never }
  }

  private letValue(expression: Of<'let'>): Lowered {
    const value = this.lets.get(expression.let)
    if (value === undefined || isSlots(value)) throw new Error(`let ${expression.let} is not a value`)
    return value
  }

  private slotOf(expression: Of<'variable'>): Slot {
    const slot = this.variables.get(expression.variable)
    if (slot === undefined) throw new Error(`${expression.name} stands outside its quantifier`)
    return slot
  }

  private comparison({ operator, left, right, order }: Of<'compare'>): Truth {
    const { terms } = this
    const [a, b] = [this.lower(left), this.lower(right)]
    if (a.kind === 'numeric' && b.kind === 'numeric') return lowerComparison(terms, operator, a, b)
    if (operator === '==') return lowerEquality(terms, a, b)
    if (operator === '!=') return not(lowerEquality(terms, a, b))
    if (a.kind !== 'member' || b.kind !== 'member' || order === null) throw new Error(`a ${a.kind} has no order`)
    const [first, second] = [this.codes.rank(a.value, order), this.codes.rank(b.value, order)]
    return definiteTruthWhere(terms, terms.and([a.defined, b.defined]), compareTerms(terms, operator, first, second))
  }

  private connective({ connective, operands }: Of<'connective'>): Truth {
    const { terms } = this
    const truths = operands.map((operand) => this.truth(operand))
    const [first, second] = truths
    if (connective === 'And') return and(terms, truths)
    if (connective === 'Or') return or(terms, truths)
    if (first === undefined) throw new Error(`${connective} has no operand`)
    if (connective === 'Not') return not(first)
    if (second === undefined) throw new Error(`${connective} has one operand`)
    return connective === 'Xor' ? not(sameTruth(terms, first, second)) : or(terms, [not(first), second])
  }

  private choice({ condition, then, otherwise }: Of<'choice'>): Lowered {
    return chooseLowered(this.terms, this.truth(condition), this.lower(then), this.lower(otherwise))
  }

  /** Built from the last arm, so that the first equal label is taken. */
  private dispatch({ subject, arms, fallback }: Of<'case'>): Lowered {
    const { terms } = this
    const value = this.lower(subject)
    if (value.kind !== 'member') throw new Error(`the subject of a CASE is a ${value.kind}`)
    let result: Lowered | null = fallback === null ? null : this.lower(fallback)
    for (let i = arms.length - 1; i >= 0; i--) {
      const arm = arms[i]
      if (arm === undefined) continue
      const lowered = this.lower(arm.value)
      const test = definiteTruth(terms, terms.equal(value.value, this.codes.term(arm.label)))
      // Without DEFAULT the arms name every member.
      result = result === null ? lowered : chooseLowered(terms, test, lowered, result)
    }
    if (result === null) throw new Error('a CASE has no arm')
    return whereDefined(terms, value.defined, result)
  }

  private quantified({ quantifier, count, variable, set, body }: Of<'quantified'>): Lowered {
    const examined: Examined[] = []
    for (const slot of this.slots(set)) {
      this.variables.set(variable, slot)
      examined.push({ present: slot.present, body: this.truth(body) })
    }
    this.variables.delete(variable)
    if (quantifier === 'CountWhere') return countWhere(this.terms, examined)
    return loweredBoolean(lowerQuantified(this.terms, quantifier, examined, count === null ? null : this.number(count)))
  }

  private slots(expression: Checked): readonly Slot[] {
    const { terms } = this
    switch (expression.kind) {
      case 'set':
        return mergeSlots(
          terms,
          expression.members.map((member) => this.slot(member, this.lower(member), this.always)),
        )
      case 'vocabulary':
        return expression.members.map((value) => {
          const member: Checked = { ...expression, kind: 'string', value, type: elementOf(expression.type) }
          return this.slot(member, this.lower(member), this.always)
        })
      case 'let': {
        const value = this.lets.get(expression.let)
        if (value === undefined || !isSlots(value)) throw new Error(`let ${expression.let} is not a set`)
        return value
      }
      case 'set-operation':
        return combineSlots(terms, expression.operation, this.slots(expression.left), this.slots(expression.right))
      case 'convert':
        return mergeSlots(
          terms,
          this.slots(expression.operand).map((slot) => this.convertedSlot(slot, expression)),
        )
      default:
        throw new Error(`a ${expression.kind} stands where a set must`)
    }
  }

  private slot(expression: Checked, element: Lowered, present: Truth): Slot {
    const key = this.keys.key(expression, (variable) => this.variables.get(variable)?.key)
    return { key, expression, element, present, isConstant: this.keys.isConstant(key) }
  }

  private convertedSlot({ expression, element, present }: Slot, conversion: Of<'convert'>): Slot {
    if (element.kind !== 'numeric') throw new Error('only numbers have units to convert')
    const member: Checked = { ...conversion, type: elementOf(conversion.type), operand: expression }
    return this.slot(member, lowerConversion(this.terms, element, conversion.factor, conversion.offset), present)
  }
}

function loweredBoolean(truth: Truth): Lowered {
  return { kind: 'boolean', truth }
}

function elementOf(type: Type): Type {
  if (type.kind !== 'set') throw new Error(`a ${type.kind} has no members`)
  return type.element
}

function anyMember(type: Extract<Type, { kind: 'enum' | 'text' }>): string {
  const [member = ''] = type.kind === 'enum' ? type.vocabulary : type.members
  return member
}

function isSlots(value: Lowered | readonly Slot[]): value is readonly Slot[] {
  return Array.isArray(value)
}

function whereDefined(terms: Terms, defined: number, lowered: Lowered): Lowered {
  if (defined === terms.always) return lowered
  if (lowered.kind !== 'boolean') return { ...lowered, defined: terms.and([defined, lowered.defined]) }
  const { isTrue, isFalse } = lowered.truth
  return loweredBoolean({ isTrue: terms.and([defined, isTrue]), isFalse: terms.and([defined, isFalse]) })
}

/** Ascending, so that each let precedes its use. Iterative, because chains may exceed the call stack. */
function letsBehind(ruleset: CheckedRuleset, expression: Checked): readonly number[] {
  const indices = new Set<number>()
  const waiting: Checked[] = [expression]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.kind === 'let') {
      const value = ruleset.lets[node.let]?.value
      if (value === undefined || indices.has(node.let)) continue
      indices.add(node.let)
      waiting.push(value)
    } else {
      for (const child of childrenOf(node)) waiting.push(child)
    }
  }
  return [...indices].sort((a, b) => a - b)
}
