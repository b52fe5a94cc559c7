/**
 * Charges for calls (public/docs/api.md, "Get a credential").
 * Evaluation credentials pay for successful compiles, checks and prompt packs. Other namespaces pay only for checks;
 * without an allowance these are counted but never refused.
 */
import { Refusal } from '../../api/refusal'
import type { CallLease, CallLeaseVerbs } from '../../database/access/call-leases'
import type { CheckCountVerbs, CheckLease } from '../../database/checks/check-counts'
import type { Caller } from '../calls/caller'
import { type CallLimit, KnownLeases, limitsOfCredential, limitsOfNamespace, UTC_DAY, UTC_MONTH } from './call-limits'
import { CheckCounter } from './check-counter'
import type { FlushTimer } from './flush-timer'
import { type BlockLease, LeasedBlocks, type Refund } from './leased-blocks'
import type { ProcessGroup } from './process-group'

export type { Refund } from './leased-blocks'

/** A check refused for its solver steps is charged, because it used them. */
export function isCharged({ details }: Pick<Refusal, 'details'>): boolean {
  return details.budget === 'solver_steps_total'
}

export type Charged = 'compile' | 'check' | 'prompt_pack'

export interface CapUsage {
  readonly used: number
  readonly limit: number | null
  readonly remaining: number | null
  /** Null if `used` never returns to 0. */
  readonly resetsAt: Date | null
}

/** The cap that leaves fewer calls; the total on a tie. */
export interface Usage extends CapUsage {
  /** Null for callers other than evaluation credentials. */
  readonly daily: CapUsage | null
  readonly total: CapUsage | null
}

/** Avoids a store request for every call. */
const MIN_BLOCK_CALLS = 10
const MAX_BLOCK_CALLS = 5_000

export class CallLedger {
  private readonly calls: LeasedBlocks<CallLease & BlockLease>
  private readonly checks: LeasedBlocks<CheckLease & BlockLease>
  private readonly counter: CheckCounter
  private readonly known = new KnownLeases()

  constructor(
    private readonly store: CallLeaseVerbs & CheckCountVerbs,
    private readonly now: () => number,
    timer: FlushTimer,
    private readonly group: ProcessGroup,
  ) {
    const owing = () => timer.soon()
    this.calls = new LeasedBlocks(callsFrom(store, this.known), now, owing, (key) => group.publish('wanted_calls', key))
    this.counter = new CheckCounter(store, now, timer)
    this.checks = new LeasedBlocks(checksFrom(store, this.counter, this.known), now, owing, (key) =>
      group.publish('wanted_checks', key),
    )
    group.subscribe('wanted_calls', (key) => this.calls.returnRest(key))
    group.subscribe('wanted_checks', async (key) => {
      await this.counter.write(key, UTC_MONTH.nameOf(now()))
      await this.checks.returnRest(key)
    })
    timer.add(() => this.calls.settle())
    timer.add(() => this.checks.settle())
  }

  /**
   * Returns the refund, synchronously while a leased block lasts.
   * @throws Refusal EVALUATION_LIMIT, ENTITLEMENT_EXCEEDED
   */
  reserve(caller: Caller, charged: Charged): Refund | Promise<Refund> {
    const { grade, credentialId, namespaceId, account } = caller
    if (grade === 'evaluation' && credentialId !== null) return this.calls.reserve(callDemand(credentialId, caller))
    if (namespaceId === null || charged !== 'check') return NOTHING_TO_RETURN
    const allowance = account.checksPerMonth
    return allowance === null
      ? this.counter.count(namespaceId)
      : this.checks.reserve(checkDemand(namespaceId, allowance))
  }

  /** Unused leases of other machines count as used. */
  usage(caller: Caller): Promise<Usage> {
    const { grade, credentialId, namespaceId } = caller
    if (grade === 'evaluation' && credentialId !== null) return this.usageOfCredential(credentialId, caller)
    return this.usageOfNamespace(namespaceId, caller)
  }

  limitsOf(caller: Caller): readonly CallLimit[] {
    const { grade, credentialId, namespaceId } = caller
    if (grade === 'evaluation' && credentialId !== null) {
      const held = (period: string | null) => this.calls.held(credentialId, period)
      return limitsOfCredential(caller, this.known.of(credentialId), held, this.now())
    }
    if (namespaceId === null) return []
    const held = (period: string | null) => this.checks.held(namespaceId, period)
    return limitsOfNamespace(caller, this.known.of(namespaceId), held, this.now())
  }

  async returnRests(): Promise<void> {
    await this.calls.returnRests()
    await this.checks.returnRests()
  }

  private async usageOfCredential(credentialId: string, { caps }: Caller): Promise<Usage> {
    const day = UTC_DAY.nameOf(this.now())
    await this.group.publish('wanted_calls', credentialId)
    const counted = await this.calls.inStep(credentialId, () => this.store.countCalls(credentialId, day))
    const midnight = new Date(UTC_DAY.endOf(day))
    const total = describeUsage(counted.total - this.calls.held(credentialId, null), caps.total, null)
    const daily = describeUsage(counted.today - this.calls.held(credentialId, day), caps.perDay, midnight)
    return { ...(remainingCalls(daily) < remainingCalls(total) ? daily : total), daily, total }
  }

  private async usageOfNamespace(namespaceId: string | null, { account }: Caller): Promise<Usage> {
    const month = UTC_MONTH.nameOf(this.now())
    const resetsAt = new Date(UTC_MONTH.endOf(month))
    if (namespaceId === null) return { ...describeUsage(0, null, resetsAt), ...NO_CREDENTIAL_CAPS }
    await this.group.publish('wanted_checks', namespaceId)
    const counted = await this.checks.inStep(namespaceId, () =>
      this.counter.addWaiting(namespaceId, month, () => this.store.countChecks(namespaceId, month)),
    )
    const made = counted - this.checks.held(namespaceId, month)
    return { ...describeUsage(made, account.checksPerMonth, resetsAt), ...NO_CREDENTIAL_CAPS }
  }
}

const NO_CREDENTIAL_CAPS = { daily: null, total: null }

function describeUsage(used: number, limit: number | null, resetsAt: Date | null): CapUsage {
  return { used, limit, remaining: limit === null ? null : Math.max(0, limit - used), resetsAt }
}

function remainingCalls({ remaining }: CapUsage): number {
  return remaining ?? Number.POSITIVE_INFINITY
}

function callsFrom(store: CallLeaseVerbs, known: KnownLeases) {
  return {
    periods: UTC_DAY,
    lease: async (credentialId: string, day: string, block: number, at: Date, portions: number) => {
      const lease = await store.leaseCalls({ credentialId, day, block, portions, at })
      known.note(credentialId, { period: lease.day, inPeriod: lease.leasedToday, inAll: lease.leasedTotal })
      // A credential's caps never change.
      return { ...lease, period: lease.day, allowance: null }
    },
    refund: (credentialId: string, day: string, calls: number) => store.returnCalls({ credentialId, day, calls }),
  }
}

function checksFrom(store: CheckCountVerbs, counter: CheckCounter, known: KnownLeases) {
  return {
    periods: UTC_MONTH,
    lease: async (namespaceId: string, month: string, block: number, _at: Date, portions: number) => {
      // Includes checks counted before the allowance was set.
      await counter.write(namespaceId, month)
      const lease = await store.leaseChecks({ namespaceId, month, block, portions })
      known.note(namespaceId, { period: month, inPeriod: lease.leased, inAll: null })
      return { ...lease, period: month }
    },
    refund: (namespaceId: string, month: string, checks: number) => store.returnChecks({ namespaceId, month, checks }),
  }
}

function callDemand(credentialId: string, { caps, expiresAt }: Caller) {
  const cap = Math.min(caps.perDay ?? Number.POSITIVE_INFINITY, caps.total ?? Number.POSITIVE_INFINITY)
  const refusal = (lease: CallLease, at: Date) => callRefusal(lease, at, expiresAt)
  return { key: credentialId, allowance: null, block: Math.max(MIN_BLOCK_CALLS, blockSizeOf(cap)), refusal }
}

function checkDemand(namespaceId: string, allowance: number) {
  const block = Math.max(1, blockSizeOf(allowance))
  return { key: namespaceId, allowance, block, refusal: checkRefusal }
}

/** Limits the loss after a crash to a hundredth of the cap. */
function blockSizeOf(cap: number): number {
  return Math.min(MAX_BLOCK_CALLS, Math.floor(cap / 100))
}

function callRefusal({ spent }: CallLease, at: Date, expiresAt: Date | null): Refusal {
  if (spent === 'total')
    return new Refusal(
      'EVALUATION_LIMIT',
      'All calls of this evaluation credential are used up. Ask the operator for a full credential.',
    )
  const tomorrow = new Date(UTC_DAY.endOf(UTC_DAY.nameOf(at.getTime())))
  if (expiresAt !== null && expiresAt <= tomorrow)
    return new Refusal(
      'EVALUATION_LIMIT',
      'The calls of this evaluation credential for today are used up, and it expires today. Ask the operator for a full credential.',
    )
  return new Refusal(
    'EVALUATION_LIMIT',
    // No date, so that the bytes never change. Agents see no headers.
    'The calls of this evaluation credential for today are used up. They reset at 00:00 UTC. Wait until then, or ask the operator for a full credential.',
    {},
    retryAfterHeader(tomorrow, at),
  )
}

function checkRefusal({ allowance }: CheckLease, at: Date): Refusal {
  const nextMonth = new Date(UTC_MONTH.endOf(UTC_MONTH.nameOf(at.getTime())))
  return new Refusal(
    'ENTITLEMENT_EXCEEDED',
    `The ${allowance} checks that the operator allows this account in a month (UTC) are used up. The allowance begins anew on ${nextMonth.toISOString()}. Wait until then, or ask the operator to raise it.`,
    {},
    retryAfterHeader(nextMonth, at),
  )
}

function retryAfterHeader(moment: Date, at: Date) {
  return { headers: { 'retry-after': String(Math.ceil((moment.getTime() - at.getTime()) / 1000)) } }
}

const NOTHING_TO_RETURN: Refund = () => {}

export interface ReservedChecks {
  readonly granted: number
  /** Null if all were granted. */
  readonly refusal: Refusal | null
  refund(count: number): void
}

export async function reserveChecks(
  ledger: Pick<CallLedger, 'reserve'>,
  caller: Caller,
  wanted: number,
): Promise<ReservedChecks> {
  const refunds: Refund[] = []
  const reserved = (refusal: Refusal | null): ReservedChecks => ({
    granted: refunds.length,
    refusal,
    refund: (count) => {
      for (const refund of refunds.splice(0, count)) refund()
    },
  })
  try {
    while (refunds.length < wanted) {
      const refund = ledger.reserve(caller, 'check')
      refunds.push(refund instanceof Promise ? await refund : refund)
    }
  } catch (error) {
    if (error instanceof Refusal) return reserved(error)
    for (const refund of refunds) refund()
    throw error
  }
  return reserved(null)
}
