/**
 * Places for many checks at once.
 *
 * Promises: as many as the allowance still holds, each charged as one check is; those that are not used are given back.
 */
import { Refusal } from '../../api/refusal'
import type { CallLedger, Refund } from './call-ledger'
import type { Caller } from './caller'

export interface ReservedChecks {
  readonly granted: number
  /** Why there are no more; null where all were granted. */
  readonly refusal: Refusal | null
  /** Gives so many of them back. Never more than were granted. */
  refund(places: number): void
}

export async function reserveChecks(
  ledger: Pick<CallLedger, 'reserve'>,
  caller: Caller,
  wanted: number,
): Promise<ReservedChecks> {
  const places: Refund[] = []
  const reserved = (refusal: Refusal | null): ReservedChecks => ({
    granted: places.length,
    refusal,
    refund: (count) => {
      for (const refund of places.splice(0, count)) refund()
    },
  })
  try {
    while (places.length < wanted) {
      const place = ledger.reserve(caller, 'check')
      // Nearly always there at once: only a new block is asked of the store.
      places.push(place instanceof Promise ? await place : place)
    }
  } catch (error) {
    if (error instanceof Refusal) return reserved(error)
    for (const refund of places) refund()
    throw error
  }
  return reserved(null)
}
