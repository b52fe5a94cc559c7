/**
 * A variable ranges over exactly the input's values: all reals or whole numbers, even with @range, or a vocabulary. An input that a
 * model leaves free is 0, False or the first member.
 */
import { makeRatio, type Rational, ZERO } from '../../language/numeric/rational'
import { type Input, isWholeInput } from '../../language/semantics/checked-input'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { isAmount } from '../../language/semantics/checked-type'
import type { Known, Value } from '../core/value'
import { lowerNumeral } from './lower-arithmetic'
import type { CalendarLowering } from './lower-calendar'
import { definiteTruth, type Lowered } from './lowered'
import type { MemberCodes } from './member-codes'
import type { Term, Terms } from './terms'
import { wholeSplit } from './whole-parts'
import type { Pointer, Z3Machine } from './z3-machine'

export interface Unknown {
  readonly input: number
  readonly variable: Term
  readonly declared: Input
}

export interface Irrational {
  readonly irrational: Pointer
}

export class Unknowns {
  private readonly unknowns = new Map<number, Unknown>()

  private readonly terms: Terms
  private readonly codes: MemberCodes
  private readonly calendar: CalendarLowering

  constructor(
    private readonly machine: Z3Machine,
    { terms, codes, calendar }: { terms: Terms; codes: MemberCodes; calendar: CalendarLowering },
    private readonly subject: { readonly ruleset: CheckedRuleset; readonly known: Known },
  ) {
    this.terms = terms
    this.codes = codes
    this.calendar = calendar
  }

  /** In the order of declaration. */
  get all(): readonly Unknown[] {
    return [...this.unknowns.values()].sort((a, b) => a.input - b.input)
  }

  lower(input: number): Lowered {
    const value = this.subject.known[input] ?? null
    if (value !== null) return this.constant(value)
    const made = this.unknowns.get(input) ?? this.another(input)
    this.unknowns.set(input, made)
    return this.variable(made)
  }

  /** The variable of an input in the second copy of a question. */
  another(input: number): Unknown {
    const declared = this.subject.ruleset.inputs[input]
    if (declared === undefined) throw new Error(`the ruleset has no input ${input}`)
    const { type } = declared
    if (type.kind === 'boolean') return { input, declared, variable: this.terms.truthVariable() }
    if (type.kind === 'numeric' && !isWholeInput(declared))
      return { input, declared, variable: this.terms.realVariable() }
    if (type.kind === 'numeric') return { input, declared, variable: this.terms.wholeVariable() }
    if (type.kind === 'date') return { input, declared, variable: this.calendar.dateVariable() }
    if (type.kind === 'timestamp') return { input, declared, variable: this.calendar.instantVariable() }
    const variable = this.terms.wholeVariable()
    this.machine.assert(this.codes.isOneOf(variable, type.vocabulary))
    return { input, declared, variable }
  }

  variable({ declared, variable }: Unknown): Lowered {
    const { kind } = declared.type
    if (kind === 'boolean') return { kind: 'boolean', truth: definiteTruth(this.terms, variable) }
    const defined = this.terms.always
    if (isWholeInput(declared))
      return { kind: 'numeric', value: this.terms.asReal(variable), defined, split: () => wholeSplit(variable) }
    return { kind: kind === 'enum' ? 'member' : 'numeric', value: variable, defined }
  }

  private constant(value: Value): Lowered {
    const { terms } = this
    if (typeof value === 'boolean')
      return { kind: 'boolean', truth: definiteTruth(terms, value ? terms.always : terms.never) }
    if (typeof value === 'string') return { kind: 'member', value: this.codes.term(value), defined: terms.always }
    return lowerNumeral(terms, value)
  }

  holds({ variable, declared }: Unknown, value: Value): Term {
    const { terms } = this
    if (typeof value === 'boolean') return value ? variable : terms.not(variable)
    if (typeof value === 'string') return terms.equal(variable, this.codes.term(value))
    return terms.equal(variable, isWholeInput(declared) ? terms.integer(value) : terms.real(value))
  }

  read(model: Pointer, { declared, variable }: Unknown): Value | Irrational {
    const { calls, context, memory } = this.machine
    const declaration = this.machine.made(calls.Z3_get_app_decl(context, variable))
    const term = calls.Z3_model_get_const_interp(context, model, declaration)
    if (declared.type.kind === 'boolean') return term !== 0 && calls.Z3_get_bool_value(context, term) === 1
    if (declared.type.kind === 'enum') {
      if (term === 0) return defaultValue(declared)
      const code = Number(memory.read(calls.Z3_get_numeral_string(context, term)))
      const member = this.codes.member(code)
      if (member === null) throw new Error(`the model gives ${declared.name} no member`)
      return member
    }
    if (term === 0) return defaultValue(declared)
    if (calls.Z3_is_algebraic_number(context, term) !== 0) return { irrational: term }
    return this.rational(term)
  }

  /** Rationals below and above, at most 10^-`digits` apart. */
  bounds({ irrational }: Irrational, digits: number): readonly [Rational, Rational] {
    const { calls, context } = this.machine
    return [
      this.rational(this.machine.made(calls.Z3_get_algebraic_number_lower(context, irrational, digits))),
      this.rational(this.machine.made(calls.Z3_get_algebraic_number_upper(context, irrational, digits))),
    ]
  }

  private rational(term: Pointer): Rational {
    const text = this.machine.memory.read(this.machine.calls.Z3_get_numeral_string(this.machine.context, term))
    const [above, below] = text.split('/')
    if (above === undefined || !/^-?\d+(\/\d+)?$/.test(text)) throw new Error(`the model's number is written ${text}`)
    return makeRatio(BigInt(above), BigInt(below ?? '1'))
  }
}

export function defaultValue({ name, type }: Input): Value {
  if (type.kind === 'boolean') return false
  if (isAmount(type)) return ZERO
  const [first] = type.vocabulary
  if (first === undefined) throw new Error(`${name} has no member`)
  return first
}
