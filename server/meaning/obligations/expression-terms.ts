/**
 * A second reading of the language as SMT-LIB terms, written from public/docs/language.md. It shares no code with the
 * engine's own solver terms (server/engine/solver/lowering.ts), so that their agreement proves something. Quantifiers
 * are expanded over the slots of their sets.
 */
import { ONE, smallRatio, ZERO } from '../../language/numeric/rational'
import { isWholeInput } from '../../language/semantics/checked-input'
import type { Checked } from '../../language/semantics/checked-ruleset'
import { isAmount } from '../../language/semantics/checked-type'
import type { Space } from '../condition'
import { CalendarTerms } from './calendar-terms'
import type { Members } from './members'
import { roundedTerm } from './rounded-term'
import { SetSlots, type Slot } from './set-slots'
import type { Term, Terms } from './terms'
import { type Meaning, ThreeOutcomes, type Truth } from './three-outcomes'

type Of<Kind extends Checked['kind']> = Extract<Checked, { kind: Kind }>
type Valued = Exclude<Meaning, { kind: 'truth' }>

export class ExpressionTerms {
  readonly outcomes: ThreeOutcomes
  private readonly sets: SetSlots
  private readonly lets = new Map<number, Meaning>()
  private readonly calendar: CalendarTerms

  /**
   * @param inputs the variables of the inputs, by index
   * @param nameLet names the term of a `let` in the file
   */
  constructor(
    private readonly terms: Terms,
    private readonly members: Members,
    private readonly space: Space,
    private readonly inputs: (input: number) => Term,
    private readonly nameLet: (index: number, meaning: Meaning) => void,
  ) {
    this.outcomes = new ThreeOutcomes(terms)
    this.calendar = new CalendarTerms(terms)
    const [always, never] = [this.outcomes.definite(terms.always), this.outcomes.definite(terms.never)]
    this.sets = new SetSlots(space.lets, this.outcomes, {
      meaning: (expression) => this.meaning(expression),
      same: (left, right) => this.same(left, right),
      always,
      never,
    })
  }

  truth(expression: Checked): Truth {
    const meaning = this.meaning(expression)
    if (meaning.kind !== 'truth') throw typeError(expression)
    return meaning.truth
  }

  /** @throws Error for a set, which has no value */
  meaning(node: Checked): Meaning {
    const { terms, outcomes } = this
    switch (node.kind) {
      case 'boolean':
        return truthMeaning(outcomes.definite(node.value ? terms.always : terms.never))
      case 'number':
        return this.number(terms.real(node.value))
      case 'string':
        return { kind: 'member', value: this.members.term(node.value), defined: terms.always }
      case 'input':
        return this.input(node)
      case 'let':
        return this.named(node.let)
      case 'variable':
        return this.sets.variable(node.variable)
      case 'negate': {
        const operand = this.valued(node.operand)
        return { ...operand, value: terms.negation(operand.value) }
      }
      case 'arithmetic':
        return this.arithmetic(node)
      case 'extreme':
        return this.extreme(node)
      case 'add-months': {
        const [date, months] = [this.valued(node.operand), this.valued(node.months)]
        return this.number(this.calendar.moved(date.value, months.value, node.rule), this.reached([date, months]))
      }
      case 'calendar': {
        const [first, second] = node.operands.map((operand) => this.valued(operand))
        if (first === undefined) throw typeError(node)
        const dates = second === undefined ? [first] : [first, second]
        const value = this.calendar.part(node.part, [first.value, second?.value], node.rule)
        return this.number(value, this.reached(dates))
      }
      case 'absolute': {
        const operand = this.valued(node.operand)
        const isNegative = terms.compare('<', operand.value, terms.real(ZERO))
        return { ...operand, value: terms.choose(isNegative, terms.negation(operand.value), operand.value) }
      }
      case 'round': {
        const operand = this.valued(node.operand)
        return { ...operand, value: roundedTerm(terms, operand.value, node.step, node.mode) }
      }
      case 'convert': {
        const operand = this.valued(node.operand)
        const scaled = terms.product(terms.real(node.factor), operand.value)
        return { ...operand, value: terms.sum([scaled, terms.real(node.offset)]) }
      }
      case 'compare':
        return truthMeaning(this.comparison(node))
      case 'differ':
        return truthMeaning(outcomes.differ(this.truth(node.left), this.truth(node.right)))
      case 'connective':
        return truthMeaning(this.connective(node))
      case 'choice':
        return outcomes.choose(this.truth(node.condition), this.meaning(node.then), this.meaning(node.otherwise))
      case 'case':
        return this.caseOf(node)
      case 'quantified':
        return this.quantified(node)
      case 'is-member':
        return truthMeaning(this.contains(this.meaning(node.value), this.sets.of(node.set)))
      case 'is-subset': {
        const right = this.sets.of(node.right)
        const contained = this.sets
          .of(node.left)
          .map(({ present, value }) => outcomes.implies(present, this.contains(value, right)))
        return truthMeaning(outcomes.and(contained))
      }
      case 'written':
        return this.meaning(node.core)
      case 'unbridged':
      case 'nothing':
        return this.withoutValue(node)
      case 'set':
      case 'vocabulary':
      case 'set-operation':
        throw typeError(node)
    }
  }

  /** Called in the order of the definitions, so that a long chain does not nest. */
  define(index: number): void {
    if (this.space.lets[index]!.value.type.kind === 'set') this.sets.named(index)
    else this.named(index)
  }

  private named(index: number): Meaning {
    const known = this.lets.get(index)
    if (known !== undefined) return known
    const meaning = this.meaning(this.space.lets[index]!.value)
    this.lets.set(index, meaning)
    this.nameLet(index, meaning)
    return meaning
  }

  private input(node: Of<'input'>): Meaning {
    const variable = this.inputs(node.input)
    if (node.type.kind === 'boolean') return truthMeaning(this.outcomes.definite(variable))
    if (isWholeInput(this.space.inputs[node.input]!)) return this.number(this.terms.asReal(variable))
    return { kind: node.type.kind === 'numeric' ? 'number' : 'member', value: variable, defined: this.terms.always }
  }

  private arithmetic({ operator, left, right }: Of<'arithmetic'>): Meaning {
    const { terms } = this
    const [a, b] = [this.valued(left), this.valued(right)]
    const defined = terms.and([a.defined, b.defined])
    switch (operator) {
      case '+':
        return this.number(terms.sum([a.value, b.value]), defined)
      case '-':
        return this.number(terms.difference(a.value, b.value), defined)
      case '*':
        return this.number(terms.product(a.value, b.value), defined)
      case '/':
        return this.number(terms.quotient(a.value, b.value), this.unlessZero(defined, b.value))
      case '%':
        return this.number(terms.remainder(a.value, b.value), this.unlessZero(defined, b.value))
    }
  }

  private extreme({ extreme, operands }: Of<'extreme'>): Meaning {
    const { terms } = this
    const values = operands.map((operand) => this.valued(operand))
    const best = values
      .map(({ value }) => value)
      .reduce((a, b) => terms.choose(extreme === 'Min' ? terms.compare('<', b, a) : terms.compare('<', a, b), b, a))
    return this.number(best, terms.and(values.map(({ defined }) => defined)))
  }

  private reached(operands: readonly Valued[]): Term {
    return this.terms.and(operands.flatMap(({ defined, value }) => [defined, this.calendar.isReached(value)]))
  }

  private unlessZero(defined: Term, divisor: Term): Term {
    return this.terms.and([defined, this.terms.not(this.terms.isZero(divisor))])
  }

  private comparison({ operator, left, right, order }: Of<'compare'>): Truth {
    const { terms, outcomes } = this
    const [a, b] = [this.meaning(left), this.meaning(right)]
    if (operator === '==') return this.same(a, b)
    if (operator === '!=') return outcomes.not(this.same(a, b))
    if (a.kind === 'truth' || b.kind === 'truth') throw typeError(left)
    const [lower, upper] = operator.startsWith('<') ? [a, b] : [b, a]
    const symbol = operator.endsWith('=') ? '<=' : '<'
    const holds =
      order === null
        ? terms.compare(symbol, lower.value, upper.value)
        : this.members.compare(symbol, lower.value, upper.value, order)
    return outcomes.definiteWhere(terms.and([a.defined, b.defined]), holds)
  }

  private same(left: Meaning, right: Meaning): Truth {
    if (left.kind === 'truth' && right.kind === 'truth') return this.outcomes.same(left.truth, right.truth)
    if (left.kind === 'truth' || right.kind === 'truth') throw new Error('two types are compared')
    const equal =
      left.kind === 'member' ? this.members.equal(left.value, right.value) : this.terms.equal(left.value, right.value)
    return this.outcomes.definiteWhere(this.terms.and([left.defined, right.defined]), equal)
  }

  private connective({ connective, operands }: Of<'connective'>): Truth {
    const { outcomes } = this
    const truths = operands.map((operand) => this.truth(operand))
    const [first, second] = truths
    switch (connective) {
      case 'And':
        return outcomes.and(truths)
      case 'Or':
        return outcomes.or(truths)
      case 'Not':
        return outcomes.not(first!)
      case 'Implies':
        return outcomes.implies(first!, second!)
      case 'Xor':
        return outcomes.not(outcomes.same(first!, second!))
    }
  }

  /** Arms are tried in order. If they name every member, the last one needs no test. */
  private caseOf({ subject, arms, fallback }: Of<'case'>): Meaning {
    const { outcomes } = this
    const value = this.valued(subject)
    const tested = fallback === null ? arms.slice(0, -1) : arms
    const last = this.meaning(fallback ?? arms.at(-1)!.value)
    return tested.reduceRight(
      (otherwise, arm) => {
        const isArm = this.members.equal(value.value, this.members.term(arm.label))
        return outcomes.choose(outcomes.definiteWhere(value.defined, isArm), this.meaning(arm.value), otherwise)
      },
      this.onlyWhere(value.defined, last),
    )
  }

  private onlyWhere(defined: Term, meaning: Meaning): Meaning {
    const { terms } = this
    if (meaning.kind !== 'truth') return { ...meaning, defined: terms.and([defined, meaning.defined]) }
    if (defined === terms.always) return meaning
    const { isTrue, isFalse } = meaning.truth
    return truthMeaning({ isTrue: terms.and([defined, isTrue]), isFalse: terms.and([defined, isFalse]) })
  }

  private contains(value: Meaning, slots: readonly Slot[]): Truth {
    const { outcomes } = this
    return outcomes.or(slots.map((slot) => outcomes.and([slot.present, this.same(value, slot.value)])))
  }

  private quantified(node: Of<'quantified'>): Meaning {
    const { terms, outcomes } = this
    if (node.quantifier === 'ForAll') {
      const every = this.sets.each(node.set, node.variable, ({ present }) =>
        outcomes.implies(present, this.truth(node.body)),
      )
      return truthMeaning(outcomes.and(every))
    }
    const slots = this.sets.each(node.set, node.variable, ({ present }) =>
      outcomes.and([present, this.truth(node.body)]),
    )
    const sure = this.count(slots.map(({ isTrue }) => isTrue))
    // Slots without a value may count or not, so an outcome must hold either way.
    const possible = this.count(slots.map(({ isFalse }) => terms.not(isFalse)))
    switch (node.quantifier) {
      case 'Exists':
        return truthMeaning(outcomes.or(slots))
      case 'CountWhere':
        return this.number(sure, terms.and(slots.map((slot) => outcomes.hasValue(slot))))
      case 'ExactlyOne': {
        if (sure === possible) return truthMeaning(outcomes.definite(terms.equal(sure, terms.real(ONE))))
        const [none, one, two] = [ZERO, ONE, smallRatio(2, 1)].map((value) => terms.real(value))
        return truthMeaning({
          isTrue: terms.and([terms.equal(sure, one!), terms.equal(possible, one!)]),
          isFalse: terms.or([terms.compare('<=', two!, sure), terms.equal(possible, none!)]),
        })
      }
      case 'AtLeast': {
        const bound = this.bound(node)
        return truthMeaning({
          isTrue: terms.and([bound.defined, terms.compare('<=', bound.value, sure)]),
          isFalse: terms.and([bound.defined, terms.not(terms.compare('<=', bound.value, possible))]),
        })
      }
      case 'AtMost': {
        const bound = this.bound(node)
        return truthMeaning({
          isTrue: terms.and([bound.defined, terms.compare('<=', possible, bound.value)]),
          isFalse: terms.and([bound.defined, terms.not(terms.compare('<=', sure, bound.value))]),
        })
      }
    }
  }

  private bound({ count }: Of<'quantified'>): Valued {
    if (count === null) throw new Error('AtLeast and AtMost have a number')
    return this.valued(count)
  }

  private count(conditions: readonly Term[]): Term {
    const { terms } = this
    const [one, none] = [terms.real(ONE), terms.real(ZERO)]
    return terms.sum(conditions.map((condition) => terms.choose(condition, one, none)))
  }

  private valued(expression: Checked): Valued {
    const meaning = this.meaning(expression)
    if (meaning.kind === 'truth') throw typeError(expression)
    return meaning
  }

  private number(value: Term, defined: Term = this.terms.always): Meaning {
    return { kind: 'number', value, defined }
  }

  /** It never has a value. */
  private withoutValue({ type }: Of<'unbridged' | 'nothing'>): Meaning {
    const { never } = this.terms
    if (type.kind === 'boolean') return truthMeaning({ isTrue: never, isFalse: never })
    if (isAmount(type)) return this.number(this.terms.real(ZERO), never)
    if (type.kind === 'set') throw new Error('a set has no value')
    const [member = ''] = type.kind === 'enum' ? type.vocabulary : type.members
    return { kind: 'member', value: this.members.term(member), defined: never }
  }
}

function truthMeaning(both: Truth): Meaning {
  return { kind: 'truth', truth: both }
}

function typeError({ kind }: Checked): Error {
  return new Error(`an expression of the kind ${kind} stands where its type does not fit`)
}
