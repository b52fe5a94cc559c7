import { fromInteger, ZERO } from '../../language/numeric/rational'
import { NO_CODE } from '../../language/semantics/checked-input'
import type { Meter } from '../core/meter'
import type { Value } from '../core/value'
import type { UnbridgedClaim } from './binding'
import { ClaimReader } from './claim-reader'
import { BOOLEAN, type ClaimSlot } from './claim-slot'
import { NOT_THERE } from './nested-claims'
import { type BindLimits, OverLimit, Refused, Unbridged } from './reading'
import { Rejection } from './rejection'
import type { TextReader } from './text-reader'

/** The claims of one dictionary that the quick path of the binder leaves open. */
export class UncommonClaims {
  /** Null if nothing was refused. */
  rejection: Rejection | null
  /** By index in CheckedRuleset.inputs. */
  readonly unbridged = new Map<number, UnbridgedClaim>()
  undetermined = 0
  private readonly reader: ClaimReader

  /** @param known by input; filled in place */
  constructor(
    private readonly claims: Readonly<Record<string, unknown>>,
    private readonly known: (Value | null)[],
    limits: BindLimits,
    meter: Meter | null,
    refused: Rejection | null,
  ) {
    this.rejection = refused
    this.reader = new ClaimReader(limits, meter)
  }

  /** @returns a limit that refuses the whole dictionary, or null */
  read(slot: ClaimSlot, value: unknown): OverLimit | null {
    if (value === NOT_THERE) {
      this.leaveOut(slot)
      return null
    }
    const own = Object.hasOwn(this.claims, slot.name) ? value : undefined
    const reading = this.reader.read(slot, own)
    if (reading instanceof OverLimit) return reading
    if (reading instanceof Refused) {
      this.rejection ??= new Rejection()
      this.rejection.refuse(slot, reading, own)
    } else if (reading instanceof Unbridged) {
      this.unbridged.set(slot.index, { from: reading.from, to: slot.units!.declared.text })
    } else this.place(slot, reading, own)
    return null
  }

  /**
   * Compares the number of members with the number of claims that were found.
   * @param slots number of declared claims
   * @param submitted at least the number of members
   */
  refuseUndeclared(names: readonly string[], submitted: number): OverLimit | null {
    const found = names.length - (this.rejection?.missing.length ?? 0)
    if (submitted === found || Object.keys(this.claims).length === found) return null
    this.rejection ??= new Rejection()
    return this.rejection.refuseUndeclared(this.claims, new Set(names), this.reader)
  }

  /** Leaves nothing open for an absent part. */
  private leaveOut(slot: ClaimSlot): void {
    const { known } = this
    known[slot.index] = anyValue(slot)
    if (slot.code !== null) known[slot.code] = NO_CODE
    if (slot.texts !== null) this.setLength(slot.texts, undefined)
  }

  private place(slot: ClaimSlot, reading: Value | null, own: unknown): void {
    this.known[slot.index] = reading
    if (reading === null) {
      this.undetermined++
      return
    }
    if (slot.code !== null) this.setCode(slot, slot.code, reading)
    if (slot.texts !== null) this.setLength(slot.texts, own)
  }

  /** @param code the input of the code */
  private setCode(slot: ClaimSlot, code: number, reading: Value): void {
    const isCode = typeof reading === 'string'
    this.known[code] = isCode ? reading : NO_CODE
    if (isCode) this.known[slot.index] = anyValue(slot)
  }

  /** Notes the length of the submitted text, which is not kept. */
  private setLength(texts: TextReader, submitted: unknown): void {
    const { length } = texts
    if (length === null) return
    this.known[length] = typeof submitted === 'string' ? fromInteger(texts.lengthOf(submitted)) : ZERO
  }
}

function anyValue({ kind, input }: ClaimSlot): Value {
  if (kind === BOOLEAN) return false
  if (input.type.kind === 'enum') return input.type.vocabulary[0] ?? ''
  return input.range?.min ?? ZERO
}
