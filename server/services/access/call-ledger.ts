/**
 * Who is charged for what, and what is left to them.
 *
 * Promises: an evaluation credential is charged for every successful compile, check and prompt pack, up to its caps;
 * any other caller's namespace for successful checks only, up to the allowance that the operator set; where none is
 * set, checks are counted and never refused. No cap is exceeded, by any number of processes; a call that is refused is
 * refunded (public/docs/api.md, "Get a credential").
 */
import { Refusal } from '../../api/refusal'
import type { CallLease, CallLeaseVerbs } from '../../database/access/call-leases'
import type { CheckCountVerbs, CheckLease } from '../../database/checks/check-counts'
import { type CallLimit, KnownLeases, limitsOfCredential, limitsOfNamespace } from './call-limits'
import type { Caller } from './caller'
import { CheckCounter } from './check-counter'
import type { FlushTimer } from './flush-timer'
import { type BlockLease, LeasedBlocks, type Refund } from './leased-blocks'
import type { ProcessGroup } from './process-group'
import { UTC_DAY, UTC_MONTH } from './utc-period'

export type { Refund } from './leased-blocks'

/** Whether a check that was refused so is charged: its solver steps were used. Every other refusal charges nothing. */
export function isCharged({ details }: Pick<Refusal, 'details'>): boolean {
  return details.budget === 'solver_steps_total'
}

/** Calls that a caller is charged for. */
export type Charged = 'compile' | 'check' | 'prompt_pack'

/** How much of one cap is used. */
export interface CapUsage {
  readonly used: number
  /** Null where nothing is enforced. */
  readonly limit: number | null
  readonly remaining: number | null
  /** When `used` begins again at 0; null where it never does. */
  readonly resetsAt: Date | null
}

/** The cap that leaves the fewest calls; the total where both leave as many. */
export interface Usage extends CapUsage {
  /** The caps of an evaluation credential; null for every other caller. */
  readonly daily: CapUsage | null
  readonly total: CapUsage | null
}

/** Calls of an evaluation credential leased at a time: the fewest, so that the store is not asked for each. */
const SMALLEST_BLOCK = 10
const LARGEST_BLOCK = 5_000

export class CallLedger {
  /** By the credential. */
  private readonly calls: LeasedBlocks<CallLease & BlockLease>
  /** By the namespace. */
  private readonly checks: LeasedBlocks<CheckLease & BlockLease>
  private readonly counter: CheckCounter
  /** By credential or namespace. */
  private readonly known = new KnownLeases()

  constructor(
    private readonly store: CallLeaseVerbs & CheckCountVerbs,
    /** Milliseconds since the epoch. */
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
   * Charges the caller for one call and returns its refund: at once while a leased block lasts.
   * @throws Refusal EVALUATION_LIMIT, ENTITLEMENT_EXCEEDED; `Retry-After` where waiting helps
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

  /**
   * What the caller has used. Calls that processes of other machines have leased and not made count as used until they
   * are returned.
   */
  usage(caller: Caller): Promise<Usage> {
    const { grade, credentialId, namespaceId } = caller
    if (grade === 'evaluation' && credentialId !== null) return this.usageOfCredential(credentialId, caller)
    return this.usageOfNamespace(namespaceId, caller)
  }

  /** The caps of a caller as this process knows them, without asking the store. */
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

  /** Returns the unused rests of all leases to the store, for a clean stop. */
  async returnRests(): Promise<void> {
    await this.calls.returnRests()
    await this.checks.returnRests()
  }

  private async usageOfCredential(credentialId: string, { caps }: Caller): Promise<Usage> {
    const day = UTC_DAY.nameOf(this.now())
    await this.group.publish('wanted_calls', credentialId)
    const counted = await this.calls.inStep(credentialId, () => this.store.countCalls(credentialId, day))
    const midnight = new Date(UTC_DAY.endOf(day))
    const total = usageOf(counted.total - this.calls.held(credentialId, null), caps.total, null)
    const daily = usageOf(counted.today - this.calls.held(credentialId, day), caps.perDay, midnight)
    return { ...(left(daily) < left(total) ? daily : total), daily, total }
  }

  private async usageOfNamespace(namespaceId: string | null, { account }: Caller): Promise<Usage> {
    const month = UTC_MONTH.nameOf(this.now())
    const resetsAt = new Date(UTC_MONTH.endOf(month))
    if (namespaceId === null) return { ...usageOf(0, null, resetsAt), ...NO_CREDENTIAL_CAPS }
    await this.group.publish('wanted_checks', namespaceId)
    const counted = await this.checks.inStep(namespaceId, async () => {
      const waiting = await this.counter.waiting(namespaceId, month)
      return waiting + (await this.store.countChecks(namespaceId, month))
    })
    const made = counted - this.checks.held(namespaceId, month)
    return { ...usageOf(made, account.checksPerMonth, resetsAt), ...NO_CREDENTIAL_CAPS }
  }
}

const NO_CREDENTIAL_CAPS = { daily: null, total: null }

function usageOf(used: number, limit: number | null, resetsAt: Date | null): CapUsage {
  return { used, limit, remaining: limit === null ? null : Math.max(0, limit - used), resetsAt }
}

function left({ remaining }: CapUsage): number {
  return remaining ?? Number.POSITIVE_INFINITY
}

function callsFrom(store: CallLeaseVerbs, known: KnownLeases) {
  return {
    periods: UTC_DAY,
    lease: async (credentialId: string, day: string, block: number, at: Date, portions: number) => {
      const lease = await store.leaseCalls({ credentialId, day, block, portions, at })
      known.note(credentialId, { period: lease.day, inPeriod: lease.leasedToday, inAll: lease.leasedTotal })
      // The caps of a credential never change: there is nothing to compare.
      return { ...lease, period: lease.day, allowance: null }
    },
    refund: (credentialId: string, day: string, calls: number) => store.returnCalls({ credentialId, day, calls }),
  }
}

function checksFrom(store: CheckCountVerbs, counter: CheckCounter, known: KnownLeases) {
  return {
    periods: UTC_MONTH,
    lease: async (namespaceId: string, month: string, block: number, _at: Date, portions: number) => {
      // What was counted before there was an allowance is part of it.
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
  return { key: credentialId, allowance: null, block: Math.max(SMALLEST_BLOCK, blockOf(cap)), refusal }
}

function checkDemand(namespaceId: string, allowance: number) {
  const block = Math.max(1, blockOf(allowance))
  return { key: namespaceId, allowance, block, refusal: checkRefusal }
}

/** A hundredth of the cap, so that a crash costs the caller little and the store is seldom asked. */
function blockOf(cap: number): number {
  return Math.min(LARGEST_BLOCK, Math.floor(cap / 100))
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
    // No date: the same refusal is the same bytes on every day. The text says it all, because an agent sees no headers.
    'The calls of this evaluation credential for today are used up. They begin anew at 00:00 UTC. Wait until then, or ask the operator for a full credential.',
    {},
    retryAt(tomorrow, at),
  )
}

function checkRefusal({ allowance }: CheckLease, at: Date): Refusal {
  const nextMonth = new Date(UTC_MONTH.endOf(UTC_MONTH.nameOf(at.getTime())))
  return new Refusal(
    'ENTITLEMENT_EXCEEDED',
    `The ${allowance} checks that the operator allows this account in a month (UTC) are used up. The allowance begins anew on ${nextMonth.toISOString()}. Wait until then, or ask the operator to raise it.`,
    {},
    retryAt(nextMonth, at),
  )
}

function retryAt(moment: Date, at: Date) {
  return { headers: { 'retry-after': String(Math.ceil((moment.getTime() - at.getTime()) / 1000)) } }
}

const NOTHING_TO_RETURN: Refund = () => {}

export interface ReservedChecks {
  readonly granted: number
  /** Why there are no more; null where all were granted. */
  readonly refusal: Refusal | null
  /** Refunds this many of them; never more than were granted. */
  refund(count: number): void
}

/**
 * Charges for many checks at once: as many as the allowance still grants, each as one check is charged.
 * @param wanted checks
 */
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
      // Nearly always returned at once: only a new block is leased from the store.
      refunds.push(refund instanceof Promise ? await refund : refund)
    }
  } catch (error) {
    if (error instanceof Refusal) return reserved(error)
    for (const refund of refunds) refund()
    throw error
  }
  return reserved(null)
}
