/**
 * Independent of the evaluator, over the reals. Each let is lowered once, in order, so that chains do not nest. The
 * expression must be checked, including its depth, and have no unbridged pair.
 */
import type { Checked, CheckedRuleset, Type } from '../../language/semantics/checked-ruleset'
import { childrenOf } from '../../language/semantics/children'
import type { SlotKeys } from '../../language/semantics/slot-key'
import { arithmetic, converted, negated, numeral } from './lower-arithmetic'
import { compareTerms, comparison } from './lower-numbers'
import { combined, countWhere, distinct, type Examined, isMember, isSubset, quantified, type Slot } from './lower-sets'
import {
  and,
  chooseLowered,
  definite,
  definiteWhere,
  differ,
  equality,
  type Lowered,
  type LoweredNumber,
  not,
  or,
  same,
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
  ) {
    this.always = definite(terms, terms.always)
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
        return boolean(definite(terms, expression.value ? terms.always : terms.never))
      case 'number':
        return numeral(terms, expression.value)
      case 'string':
        return { kind: 'member', value: this.codes.term(expression.value), defined: terms.always }
      case 'input':
        return this.input(expression.input)
      case 'let':
        return this.letValue(expression)
      case 'variable':
        return this.slotOf(expression).element
      case 'negate':
        return negated(terms, this.number(expression.operand))
      case 'convert':
        return converted(terms, this.number(expression.operand), expression.factor, expression.offset)
      case 'arithmetic': {
        const { operator, left, right } = expression
        return arithmetic(terms, operator, this.number(left), this.number(right))
      }
      case 'compare':
        return boolean(this.comparison(expression))
      case 'differ':
        return boolean(differ(terms, this.truth(expression.left), this.truth(expression.right)))
      case 'connective':
        return boolean(this.connective(expression))
      case 'choice':
        return this.choice(expression)
      case 'case':
        return this.dispatch(expression)
      case 'quantified':
        return this.quantified(expression)
      case 'is-member':
        return boolean(isMember(terms, this.lower(expression.value), this.slots(expression.set)))
      case 'is-subset':
        return boolean(isSubset(terms, this.slots(expression.left), this.slots(expression.right)))
      case 'set':
      case 'vocabulary':
      case 'set-operation':
        throw new Error('a set stands where a value must')
      case 'unbridged':
        throw new Error('an unbridged pair has no meaning')
    }
  }

  private letValue(expression: Of<'let'>): Lowered {
    const value = this.lets.get(expression.let)
    if (value === undefined || isSlots(value)) throw new Error(`let ${expression.let} is no value`)
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
    if (a.kind === 'numeric' && b.kind === 'numeric') return comparison(terms, operator, a, b)
    if (operator === '==') return equality(terms, a, b)
    if (operator === '!=') return not(equality(terms, a, b))
    if (a.kind !== 'member' || b.kind !== 'member' || order === null) throw new Error(`a ${a.kind} has no order`)
    const [first, second] = [this.codes.rank(a.value, order), this.codes.rank(b.value, order)]
    return definiteWhere(terms, terms.and([a.defined, b.defined]), compareTerms(terms, operator, first, second))
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
    return connective === 'Xor' ? not(same(terms, first, second)) : or(terms, [not(first), second])
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
      const test = definite(terms, terms.equal(value.value, this.codes.term(arm.label)))
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
    return boolean(quantified(this.terms, quantifier, examined, count === null ? null : this.number(count)))
  }

  private slots(expression: Checked): readonly Slot[] {
    const { terms } = this
    switch (expression.kind) {
      case 'set':
        return distinct(
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
        if (value === undefined || !isSlots(value)) throw new Error(`let ${expression.let} is no set`)
        return value
      }
      case 'set-operation':
        return combined(terms, expression.operation, this.slots(expression.left), this.slots(expression.right))
      case 'convert':
        return distinct(
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
    return this.slot(member, converted(this.terms, element, conversion.factor, conversion.offset), present)
  }
}

function boolean(truth: Truth): Lowered {
  return { kind: 'boolean', truth }
}

function elementOf(type: Type): Type {
  if (type.kind !== 'set') throw new Error(`a ${type.kind} has no members`)
  return type.element
}

function isSlots(value: Lowered | readonly Slot[]): value is readonly Slot[] {
  return Array.isArray(value)
}

function whereDefined(terms: Terms, defined: number, lowered: Lowered): Lowered {
  if (defined === terms.always) return lowered
  if (lowered.kind !== 'boolean') return { ...lowered, defined: terms.and([defined, lowered.defined]) }
  const { isTrue, isFalse } = lowered.truth
  return boolean({ isTrue: terms.and([defined, isTrue]), isFalse: terms.and([defined, isFalse]) })
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
