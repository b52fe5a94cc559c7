/** Lists 100 failures and counts all, so that rejecting costs little more than reading. */
import { Speller } from '../../language/text/nearest'
import type { Failure, Rejected } from './binding'
import type { ClaimReader } from './claim-reader'
import { expectedTextOf, UNDECLARED } from './claim-rules'
import type { ClaimSlot } from './claim-slot'
import type { NestedFailure } from './nested-claims'
import type { OverLimit, Refused } from './reading'
import { nameShort, quoteShort, renderReceived } from './received'

export const MAX_FAILURES = 100

export class Rejection {
  readonly missing: string[] = []
  private readonly failures: Failure[] = []
  private count = 0

  refuse(slot: ClaimSlot, refused: Refused, value: unknown): void {
    if (refused.rule === 'missing') this.missing.push(slot.name)
    if (this.count++ >= MAX_FAILURES) return
    const words = expectedTextOf(slot.input, refused.rule)
    this.failures.push({
      field: slot.name,
      expected: withHint(words, refused.hint()),
      received: renderReceived(value),
    })
  }

  refuseGroup({ path, expected, received }: NestedFailure): void {
    if (this.count++ < MAX_FAILURES) this.failures.push({ field: path, expected, received: renderReceived(received) })
  }

  /** A value over its budget refuses everything. */
  refuseUndeclared(
    claims: Readonly<Record<string, unknown>>,
    declared: ReadonlySet<string>,
    reader: ClaimReader,
  ): OverLimit | null {
    const speller = new Speller()
    for (const name of Object.keys(claims)) {
      if (declared.has(name)) continue
      const value = claims[name]
      const over = reader.tooLong(value)
      if (over !== null) return over
      if (this.count++ >= MAX_FAILURES) continue
      // A present name was not misspelt.
      const meant = speller.nearest(name, this.missing)
      this.failures.push({
        field: nameShort(name),
        expected: withHint(UNDECLARED.expected, meant === null ? null : `did you mean ${quoteShort(meant)}?`),
        received: renderReceived(value),
      })
    }
    return null
  }

  result(): Rejected {
    return { ok: false, failures: this.failures, failureCount: this.count }
  }
}

function withHint(words: string, hint: string | null): string {
  return hint === null ? words : `${words}; ${hint}`
}
