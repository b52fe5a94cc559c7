/**
 * The hot path of every check: answers common cases and leaves others to {@link ClaimReader}, with the same answers.
 * The dictionary must be a plain object.
 */

import { readSubmittedDate } from '../../language/numeric/calendar'
import { instantOf } from '../../language/numeric/instant'
import { LARGE, membersOf } from '../../language/numeric/large-object'
import { JsonNumber } from '../../language/numeric/lossless-json'
import { isRational, parseNumeral } from '../../language/numeric/numeral'
import { add, compareRationals, fromInteger, isInteger, multiply, type Rational } from '../../language/numeric/rational'
import { type Input, isPart, NO_CODE } from '../../language/semantics/checked-input'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { UnitLibrary } from '../../language/units/unit-library'
import type { Meter } from '../core/meter'
import type { Value } from '../core/value'
import { type Binding, Bound, type UnbridgedClaim } from './binding'
import { EVERYDAY_NUMERAL_CHARS } from './claim-reader'
import { BARE, BOOLEAN, ClaimSlot, DATE, ENUM, TIMESTAMP, UNITED, UNKNOWN, UnitReader } from './claim-slot'
import { NestedClaims } from './nested-claims'
import { type BindLimits, unitSteps } from './reading'
import { Rejection } from './rejection'
import { UncommonClaims } from './uncommon-claims'

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
  return new RulesetBinder(claimSlots(ruleset, library), NestedClaims.of(ruleset.inputs), ruleset.inputs.length, limits)
}

interface Positions {
  readonly names: readonly string[]
  readonly positions: Int32Array
}

class RulesetBinder implements Binder {
  private readonly names: readonly string[]
  /** The names that a complete dictionary has; a list counts as its entries. */
  private readonly known: readonly string[]
  /** The inputs of the numbers of entries, by list. */
  private readonly counts: ReadonlyMap<string, number>
  private readonly numerics: readonly ClaimSlot[]
  private readonly blank: readonly (Value | null)[]
  /** UTF-16 length that always fits `claim_value_bytes`. */
  private readonly shortText: number

  private readonly anySafeInteger: boolean
  /** Dictionaries often have the same names in the same order. */
  private last: Positions = { names: [], positions: new Int32Array() }

  constructor(
    private readonly slots: readonly ClaimSlot[],
    private readonly nested: NestedClaims | null,
    inputs: number,
    private readonly limits: BindLimits,
  ) {
    this.names = slots.map((slot) => slot.name)
    this.known = slots.filter((slot) => !slot.isEntry).map((slot) => slot.name)
    this.counts = new Map(
      slots.filter(({ input }) => input.form?.kind === 'count').map((slot) => [slot.name, slot.index]),
    )
    this.numerics = slots.filter((slot) => slot.kind === BARE || slot.kind === UNITED)
    this.blank = new Array<Value | null>(inputs).fill(null)
    this.anySafeInteger = limits.numeral_digits >= SAFE_INTEGER_DIGITS
    this.shortText = Math.floor(limits.claim_value_bytes / 3)
  }

  bind(submitted: Readonly<Record<string, unknown>>, meter?: Meter): Binding {
    if (this.nested === null) return this.bindFlat(submitted, meter, null)
    const { claims, failures } = this.nested.flatten(submitted)
    if (failures.length === 0) return this.bindFlat(claims, meter, null)
    const rejection = new Rejection()
    for (const failure of failures) rejection.refuseGroup(failure)
    return this.bindFlat(claims, meter, rejection)
  }

  private bindFlat(
    claims: Readonly<Record<string, unknown>>,
    meter: Meter | undefined,
    refused: Rejection | null,
  ): Binding {
    const members = this.slots.length < LARGE ? null : membersOf(claims)
    const positions = members === null ? null : this.positionsIn(members.names)
    const submitted = members === null ? Object.keys(claims).length : members.names.length
    const known = this.blank.slice()
    let undetermined = 0
    let uncommon: UncommonClaims | null = null
    for (let i = 0; i < this.slots.length; i++) {
      const slot = this.slots[i]!
      // Inherited members are functions or objects, which the quick path leaves to the reader.
      const value = positions === null ? claims[slot.name] : members!.values[positions[i]!]
      const quick = this.quick(slot, value, meter)
      if (quick !== undefined) {
        known[slot.index] = quick
        if (quick === null) undetermined++
        else if (slot.code !== null) known[slot.code] = NO_CODE
        continue
      }
      uncommon ??= new UncommonClaims(claims, known, this.limits, meter ?? null, refused)
      const over = uncommon.read(slot, value)
      if (over !== null) return { ok: false, ...over.exceeded }
    }
    if (uncommon === null && refused === null && submitted === this.slots.length)
      return this.bound(claims, known, undetermined, NONE_UNBRIDGED)
    uncommon ??= new UncommonClaims(claims, known, this.limits, meter ?? null, refused)
    const over = uncommon.refuseUndeclared(this.names, submitted)
    if (over !== null) return { ok: false, ...over.exceeded }
    if (uncommon.rejection !== null) return uncommon.rejection.result()
    return this.bound(claims, known, undetermined + uncommon.undetermined, uncommon.unbridged)
  }

  /** The position of each slot in a list of names; past its end for a missing claim. */
  private positionsIn(names: readonly string[]): Int32Array {
    if (this.last.names !== names) {
      const places = new Map(names.map((name, place) => [name, place]))
      this.last = { names, positions: Int32Array.from(this.names, (name) => places.get(name) ?? names.length) }
    }
    return this.last.positions
  }

  /**
   * Whether the slot is in a list whose number of entries is unknown. Then the list is named, and not each entry that
   * it may have.
   */
  private isOfUnknownList({ name }: ClaimSlot, known: readonly (Value | null)[]): boolean {
    for (let at = name.indexOf('['); at >= 0; at = name.indexOf('[', at + 1)) {
      const count = this.counts.get(name.slice(0, at))
      if (count !== undefined && known[count] === null) return true
    }
    return false
  }

  /** Undefined for all but the common cases. */
  private quick(slot: ClaimSlot, value: unknown, meter: Meter | undefined): Value | null | undefined {
    if (typeof value === 'string') {
      if (value.length > this.shortText || slot.texts !== null) return undefined
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
      } else if (slot.code !== null && slot.members.has(value)) {
        return undefined
      } else if (slot.kind === DATE) {
        const day = readSubmittedDate(value)
        if (day !== null) return fromInteger(day)
      } else if (slot.kind === TIMESTAMP) {
        const instant = instantOf(value)
        if (instant !== null) return instant
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

  /** Reads a value in another unit if its spelling is cached. */
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
    if (undetermined === 0) return new Bound(known, this.known, NO_NAMES, unbridged, this.numerics, claims)
    const bound: string[] = []
    const unbound: string[] = []
    for (const slot of this.slots) {
      const valued = known[slot.index] !== null || unbridged.has(slot.index)
      if (slot.isEntry && (valued || this.isOfUnknownList(slot, known))) continue
      if (valued) bound.push(slot.name)
      else unbound.push(slot.name)
    }
    return new Bound(known, bound, unbound, unbridged, this.numerics, claims)
  }
}

function acceptInRange(slot: ClaimSlot, value: Rational): Rational | undefined {
  if (slot.anyNumber) return value
  const { range, whole } = slot.input
  if (whole && !isInteger(value)) return undefined
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
    input.kind === 'claim' && !isPart(input) ? [new ClaimSlot(index, input, readerOf(input))] : [],
  )
}
