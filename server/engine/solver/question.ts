/**
 * Built from scratch on a machine in its saved state, so the same question has the same answer, model and step count.
 */
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { SlotKeys } from '../../language/semantics/tree/slot-key'
import type { Known, Outcomes } from '../core/value'
import { CalendarLowering } from './lower-calendar'
import { differentTruth, hasOutcome, type Truth } from './lowered'
import { Lowering } from './lowering'
import { MemberCodes } from './member-codes'
import { type Term, Terms } from './terms'
import { type Unknown, Unknowns } from './unknowns'
import type { Z3Machine } from './z3-machine'

export interface Subject {
  readonly ruleset: CheckedRuleset
  readonly assertion: number
  readonly known: Known
  readonly keys: SlotKeys
}

export interface Posed {
  readonly condition: Term
  readonly unknowns: readonly Unknown[]
}

export class Question {
  readonly terms: Terms
  readonly unknowns: Unknowns
  private readonly codes: MemberCodes
  private readonly calendar: CalendarLowering

  constructor(
    machine: Z3Machine,
    private readonly subject: Subject,
  ) {
    this.terms = new Terms(machine)
    this.codes = new MemberCodes(this.terms, vocabulariesOf(subject))
    this.calendar = new CalendarLowering(this.terms)
    this.unknowns = new Unknowns(machine, { terms: this.terms, codes: this.codes, calendar: this.calendar }, subject)
  }

  outcome(wanted: Outcomes): Posed {
    const condition = hasOutcome(this.terms, this.truth(null), wanted)
    return { condition, unknowns: this.unknowns.all }
  }

  /** The second completion's value of `input` comes last. */
  change(input: number): Posed {
    const { terms, unknowns } = this
    const twin = unknowns.another(input)
    const [first, second] = [this.truth(null), this.truth(twin)]
    return { condition: differentTruth(terms, first, second).isTrue, unknowns: [...unknowns.all, twin] }
  }

  /** @param twin replaces its input's variable */
  private truth(twin: Unknown | null): Truth {
    const { unknowns, subject } = this
    const lower = (input: number) => (input === twin?.input ? unknowns.variable(twin) : unknowns.lower(input))
    const lowering = new Lowering(this.terms, this.codes, subject.ruleset, subject.keys, lower, this.calendar)
    return lowering.assertion(subject.assertion)
  }
}

function vocabulariesOf({ ruleset, assertion }: Subject): readonly (readonly string[])[] {
  return (ruleset.assertions[assertion]?.reads ?? []).flatMap((input) => {
    const type = ruleset.inputs[input]?.type
    return type?.kind === 'enum' ? [type.vocabulary] : []
  })
}
