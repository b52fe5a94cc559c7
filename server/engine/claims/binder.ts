/**
 * The hot path of every check: answers common cases and leaves others to {@link ClaimReader}, with the same answers.
 * The dictionary must be a plain object.
 */
import { JsonNumber } from '../../language/numeric/lossless-json'
import { isRational, parseNumeral } from '../../language/numeric/numeral'
import { add, compareRationals, fromInteger, multiply, type Rational } from '../../language/numeric/rational'
import type { CheckedRuleset, Input } from '../../language/semantics/checked-ruleset'
import type { UnitLibrary } from '../../language/units/unit-library'
import type { Meter } from '../core/meter'
import type { Value } from '../core/value'
import { type Binding, Bound, type UnbridgedClaim } from './binding'
import { ClaimReader, EVERYDAY_NUMERAL_CHARS } from './claim-reader'
import { BARE, BOOLEAN, ClaimSlot, ENUM, UNITED, UNKNOWN, UnitReader } from './claim-slot'
import { type BindLimits, OverLimit, Refused, Unbridged, unitSteps } from './reading'
import { Rejection } from './rejection'

export interface Binder {
  /**
   * @param claims numbers as JsonNumber
   * @param meter counts the digits of long numerals
   * @throws StepsExceededError
   */
  bind(claims: Readonly<Record<string, unknown>>, meter?: Meter): Binding
}

const SAFE_INTEGER_DIGITS = 16
const NONE_UNBRIDGED: ReadonlyMap<number, UnbridgedClaim> = new Map()
const NO_NAMES: readonly string[] = []

/** @param library the ruleset's */
export function createBinder(ruleset: CheckedRuleset, library: UnitLibrary, limits: BindLimits): Binder {
  return new RulesetBinder(claimSlots(ruleset, library), ruleset.inputs.length, limits)
}

class RulesetBinder implements Binder {
  private readonly names: readonly string[]
  private readonly numerics: readonly ClaimSlot[]
  private readonly blank: readonly (Value | null)[]
  /** UTF-16 length that always fits `claim_value_bytes`. */
  private readonly shortText: number

  private readonly anySafeInteger: boolean

  constructor(
    private readonly slots: readonly ClaimSlot[],
    inputs: number,
    private readonly limits: BindLimits,
  ) {
    this.names = slots.map((slot) => slot.name)
    this.numerics = slots.filter((slot) => slot.kind === BARE || slot.kind === UNITED)
    this.blank = new Array<Value | null>(inputs).fill(null)
    this.anySafeInteger = limits.numeral_digits >= SAFE_INTEGER_DIGITS
    this.shortText = Math.floor(limits.claim_value_bytes / 3)
  }

  bind(claims: Readonly<Record<string, unknown>>, meter?: Meter): Binding {
    // Counting first loads the dictionary into the processor cache.
    const submitted = Object.keys(claims).length
    const known = this.blank.slice()
    let undetermined = 0
    let reader: ClaimReader | null = null
    let rejection: Rejection | null = null
    let unbridged: Map<number, UnbridgedClaim> | null = null
    for (const slot of this.slots) {
      // Inherited members are functions or objects, which the quick path leaves to the reader.
      const value = claims[slot.name]
      const quick = this.quick(slot, value, meter)
      if (quick !== undefined) {
        known[slot.index] = quick
        if (quick === null) undetermined++
        continue
      }
      reader ??= new ClaimReader(this.limits, meter ?? null)
      const own = Object.hasOwn(claims, slot.name) ? value : undefined
      const reading = reader.read(slot, own)
      if (reading instanceof OverLimit) return { ok: false, ...reading.exceeded }
      if (reading instanceof Refused) {
        rejection ??= new Rejection()
        rejection.refuse(slot, reading, own)
      } else if (reading instanceof Unbridged) {
        unbridged ??= new Map()
        unbridged.set(slot.index, { from: reading.from, to: slot.units!.declared.text })
      } else {
        known[slot.index] = reading
        if (reading === null) undetermined++
      }
    }
    const missing = rejection === null ? 0 : rejection.missing.length
    if (submitted !== this.slots.length - missing) {
      rejection ??= new Rejection()
      reader ??= new ClaimReader(this.limits, meter ?? null)
      const over = rejection.refuseUndeclared(claims, new Set(this.names), reader)
      if (over !== null) return { ok: false, ...over.exceeded }
    }
    if (rejection !== null) return rejection.result()
    return this.bound(claims, known, undetermined, unbridged ?? NONE_UNBRIDGED)
  }

  /** Undefined for all but the common cases. */
  private quick(slot: ClaimSlot, value: unknown, meter: Meter | undefined): Value | null | undefined {
    if (typeof value === 'string') {
      if (value.length > this.shortText) return undefined
      if (slot.kind === UNITED) {
        const units = slot.units!
        if (value.endsWith(units.suffix)) return this.quickNumber(slot, value.slice(0, -units.suffix.length))
        if (value.endsWith(units.quotedSuffix))
          return this.quickNumber(slot, value.slice(0, -units.quotedSuffix.length))
        const recalled = this.quickOtherUnit(slot, units, value, meter)
        if (recalled !== undefined) return recalled
      } else if (slot.kind === ENUM) {
        const member = slot.members.get(value)
        if (member !== undefined) return member
      } else if (slot.kind === BARE) {
        const number = this.quickNumber(slot, value)
        if (number !== undefined) return number
      }
      return value === UNKNOWN && !slot.unknownIsMember ? null : undefined
    }
    if (typeof value === 'boolean') return slot.kind === BOOLEAN ? value : undefined
    if (value === null) return null
    // Other doubles are read as the text that they print.
    if (typeof value === 'number' && slot.kind === BARE && Number.isSafeInteger(value) && this.anySafeInteger)
      return acceptInRange(slot, fromInteger(value))
    if (slot.kind !== BARE || !(value instanceof JsonNumber) || value.text.length > this.shortText) return undefined
    return this.quickNumber(slot, value.text)
  }

  /** Only cached spellings. */
  private quickOtherUnit(
    slot: ClaimSlot,
    units: UnitReader,
    value: string,
    meter: Meter | undefined,
  ): Rational | undefined {
    const space = value.indexOf(' ')
    if (space === -1 || space > EVERYDAY_NUMERAL_CHARS) return undefined
    const suffix = value.slice(space)
    const relation = units.recall(suffix)?.relation
    if (relation?.status !== 'same' && relation?.status !== 'convertible') return undefined
    const number = this.quickNumeral(value.slice(0, space))
    if (number === undefined) return undefined
    const converted = relation.status === 'same' ? number : add(multiply(number, relation.factor), relation.offset)
    const answer = acceptInRange(slot, converted)
    // Charged as on the first reading. If out of range, the reader charges it.
    if (answer !== undefined) meter?.spend(unitSteps(suffix))
    return answer
  }

  private quickNumber(slot: ClaimSlot, text: string): Rational | undefined {
    const number = this.quickNumeral(text)
    return number === undefined ? undefined : acceptInRange(slot, number)
  }

  private quickNumeral(text: string): Rational | undefined {
    if (text.length > EVERYDAY_NUMERAL_CHARS) return undefined
    const number = parseNumeral(text, this.limits.numeral_digits)
    // 1e999 is a short text but long, metered work.
    return isRational(number) && number.big === null ? number : undefined
  }

  private bound(
    claims: Readonly<Record<string, unknown>>,
    known: readonly (Value | null)[],
    undetermined: number,
    unbridged: ReadonlyMap<number, UnbridgedClaim>,
  ): Bound {
    if (undetermined === 0) return new Bound(known, this.names, NO_NAMES, unbridged, this.numerics, claims)
    const bound: string[] = []
    const unbound: string[] = []
    for (const slot of this.slots) {
      const valued = known[slot.index] !== null || unbridged.has(slot.index)
      if (valued) bound.push(slot.name)
      else unbound.push(slot.name)
    }
    return new Bound(known, bound, unbound, unbridged, this.numerics, claims)
  }
}

function acceptInRange(slot: ClaimSlot, value: Rational): Rational | undefined {
  const { range } = slot.input
  return range === null || (compareRationals(value, range.min) >= 0 && compareRationals(value, range.max) <= 0)
    ? value
    : undefined
}

function claimSlots(ruleset: CheckedRuleset, library: UnitLibrary): ClaimSlot[] {
  const known = library.withOwnSymbols(ruleset.ownSymbols)
  const readers = new Map<string, UnitReader>()
  const readerOf = ({ declaredUnit, unitSpelling }: Input) => {
    if (declaredUnit === null || unitSpelling === null) return null
    const reader = readers.get(unitSpelling) ?? new UnitReader(known, declaredUnit, unitSpelling)
    readers.set(unitSpelling, reader)
    return reader
  }
  return ruleset.inputs.flatMap((input, index) =>
    input.kind === 'claim' ? [new ClaimSlot(index, input, readerOf(input))] : [],
  )
}
