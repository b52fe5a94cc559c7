/**
 * POST /v1/tool-calls. A call that its guard sends to a person waits as a row; the same call sent again finds the answer.
 * Every repetition is decided again with what is looked up now, and a grant is used in one transaction with the fact that
 * nothing was recorded since the decision began.
 */
import { Refusal } from '../../api/refusal'
import { MAX_CALL_WAIT_SECONDS } from '../../api/schemas/tool-call'
import type { CredentialVerbs } from '../../database/access/credentials'
import type { CallGrantVerbs } from '../../database/guards/call-grants'
import type { CallCounting, CountedCallVerbs } from '../../database/guards/counted-calls'
import type { LogVerbs } from '../../database/signing/log-entries'
import { type CallLedger, isCharged } from '../access/call-ledger'
import { type Caller, namespaceOf } from '../calls/caller'
import { hasPermission, ROLES } from '../calls/permissions'
import { askerOf, type NewAsk, readNewCall } from './asked-call'
import { type Calling, decideByRules, type GuardRuleDependencies, type ToolCall } from './decide-by-rules'
import { type GuardedDecision, personRefusal, stateOf } from './guarded-decision'

export interface ToolCallDependencies extends GuardRuleDependencies {
  readonly store: GuardRuleDependencies['store'] &
    CallGrantVerbs &
    Pick<CountedCallVerbs, 'countCall'> &
    Pick<LogVerbs, 'findLogTree'> &
    Pick<CredentialVerbs, 'findCredential'>
  readonly ledger: CallLedger
  readonly newId: () => string
  readonly pause: (milliseconds: number) => Promise<void>
}

/** Calls that wait for a person. */
export const MAX_WAITING_CALLS = { namespace: 500, asker: 100 } as const
const WHOSE = { namespace: 'of this namespace', asker: 'of this credential or person' } as const
const POLL_MS = 500
const GRANTING_ROLES = ROLES.filter((role) => hasPermission([role], 'grant_calls'))
const MAX_ATTEMPTS = 20

/**
 * Counts as one check, like {@link checkClaims}.
 * @param waitMs how long to wait for a person
 * @throws Refusal BAD_REQUEST (404) for an unknown guard; BUDGET_EXCEEDED, ENGINE_BUSY, ENTITLEMENT_EXCEEDED
 */
export async function decideToolCall(
  dependencies: ToolCallDependencies,
  calling: Calling,
  name: string,
  call: ToolCall,
  waitMs: number,
): Promise<GuardedDecision> {
  const { caller } = calling
  const refund = await dependencies.ledger.reserve(caller, 'check')
  try {
    const until = dependencies.now().getTime() + Math.min(waitMs, MAX_CALL_WAIT_SECONDS * 1_000)
    for (;;) {
      const decided = await decideOnce(dependencies, calling, name, call)
      if (decided.decision !== 'ask' || !(await isAnswered(dependencies, caller, decided, until))) return decided
    }
  } catch (error) {
    if (!(error instanceof Refusal && isCharged(error))) refund()
    throw error
  }
}

/** Repeats what depends on stored facts until nothing was recorded between the decision and the use of a grant. */
async function decideOnce(
  dependencies: ToolCallDependencies,
  calling: Calling,
  name: string,
  call: ToolCall,
): Promise<GuardedDecision> {
  const { store } = dependencies
  const namespaceId = namespaceOf(calling.caller)
  let logSize: bigint | null = null
  for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
    const decided = await decideByRules(dependencies, calling, name, call)
    if (decided.decision === 'pass') {
      if (await isCounted(dependencies, namespaceId, decided.counting)) return decided
      continue
    }
    if (decided.decision !== 'ask' || decided.digest === null) return decided
    const asker = askerOf(calling.caller)
    const before = await store.findLatestCall(namespaceId, decided.digest, asker)
    const at = dependencies.now()
    const state = before === null ? 'new' : stateOf(before, at)
    if (before === null || state === 'new') return ask(dependencies, calling.caller, decided, call)
    if (state === 'waiting') return { ...decided, grant: before }
    if (state !== 'granted')
      return { ...decided, decision: 'refuse', refusal: personRefusal(decided, state, before), grant: before }
    if (logSize !== null) {
      const useId = dependencies.newId()
      const counted = decided.counting === null ? null : { ...decided.counting, useId, at }
      const use = {
        id: before.id,
        useId,
        at,
        actor: calling.caller.label,
        logSize,
        counted,
        grantingRoles: GRANTING_ROLES,
      }
      const used = await store.consumeGrant(namespaceId, use)
      if (used === 'full') throw tooManyCounted()
      if (used === 'lapsed') return ask(dependencies, calling.caller, decided, call)
      if (used === 'used')
        return { ...decided, decision: 'pass', refusal: null, grant: before, open: openRules(decided) }
    }
    // Decided again, because the size must be read before everything that the decision reads.
    logSize = (await store.findLogTree(namespaceId)).size
  }
  throw new Refusal(
    'ENGINE_BUSY',
    'Other changes of this namespace are being recorded without a pause, so the grant was not used. Send the same call again.',
    { retry_after_ms: 1_000 },
  )
}

/** False if another call of the session passed meanwhile, so that this one is decided again. @throws Refusal */
async function isCounted(
  { store, now, newId }: ToolCallDependencies,
  namespaceId: string,
  counting: CallCounting | null,
): Promise<boolean> {
  if (counting === null) return true
  const counted = await store.countCall(namespaceId, { ...counting, useId: newId(), at: now() })
  if (counted === 'full') throw tooManyCounted()
  return counted === 'counted'
}

function tooManyCounted(): Refusal {
  return new Refusal(
    'ENGINE_BUSY',
    'This namespace has too many calls of tools in a day to count another one. Calls of tools that no guard counts still pass.',
    { retry_after_ms: 60_000 },
  )
}

async function ask(
  dependencies: ToolCallDependencies,
  caller: Caller,
  decided: GuardedDecision,
  call: ToolCall,
): Promise<GuardedDecision> {
  const { store } = dependencies
  const { digest, refusal, guard, guardDigest } = decided
  if (digest === null || refusal === null) throw new Error('a call that waits has a digest and a refusal')
  const waiting: NewAsk = {
    id: dependencies.newId(),
    at: dependencies.now(),
    guard,
    guardDigest,
    digest,
    refusal,
    arguments: call.arguments,
  }
  const result = await store.askCall(namespaceOf(caller), await readNewCall(store, caller, waiting), MAX_WAITING_CALLS)
  if (result.kind === 'waiting') return { ...decided, grant: result.row }
  return {
    ...decided,
    decision: 'refuse',
    refusal: {
      ...refusal,
      code: 'TOO_MANY_WAITING',
      sentence: `${MAX_WAITING_CALLS[result.of]} calls ${WHOSE[result.of]} wait for a person already. ${refusal.sentence}`,
    },
  }
}

/** Waits until a person has answered. @returns false if the time is over */
async function isAnswered(
  { store, now, pause }: ToolCallDependencies,
  caller: Caller,
  { grant }: GuardedDecision,
  until: number,
): Promise<boolean> {
  if (grant === null) return false
  for (;;) {
    const left = until - now().getTime()
    if (left <= 0) return false
    await pause(Math.min(POLL_MS, left))
    const row = await store.findCall(namespaceOf(caller), grant.id)
    if (row === null || stateOf(row, now()) !== 'waiting') return true
  }
}

function openRules({ refusal }: GuardedDecision): readonly string[] {
  return refusal?.assertion == null ? [] : [refusal.assertion]
}
