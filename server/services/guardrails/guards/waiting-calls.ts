/**
 * Calls of tools that wait for a person. Only signed-in reviewers answer them. Under the rule of a separate approver, the
 * person behind a call does not grant it (decisions/018); refusing it is always allowed.
 */
import { Refusal } from '../../../api/refusal'
import type { NamespaceVerbs } from '../../../database/accounts/namespaces'
import type { CallGrantVerbs, StoredCall } from '../../../database/guards/call-grants'
import type { ApprovalFactVerbs } from '../../../database/signing/approval-facts'
import type { LogVerbs } from '../../../database/signing/log-entries'
import { demandPermission, needsStrongerSession, STRONGER_SESSION } from '../../access/permit'
import { type Account, actorsOf, type Caller, type CallingPerson, namespaceOf } from '../../calls/caller'
import { hasPermission } from '../../calls/permissions'
import { stateOf } from '../../guards/guarded-decision'
import { type Page, type PageInput, readPage } from '../targets/pages'
import { storedId, targetNotFound } from '../targets/target-changes'

export interface WaitingCall {
  readonly id: string
  readonly guardId: string
  readonly guardName: string
  readonly server: string
  readonly tool: string
  readonly rulesetHash: string
  readonly digest: string
  /** JSON of the arguments and of what the rules said. */
  readonly content: string
  readonly askedBy: string
  readonly askedAt: string
  readonly waitsUntil: string
  readonly state: 'waiting' | 'granted' | 'used' | 'taken_back' | 'refused' | 'over'
  readonly answeredBy: string | null
  readonly answeredAt: string | null
  readonly reason: string | null
  readonly expiresAt: string | null
  readonly usedAt: string | null
  readonly takenBackBy: string | null
  readonly takenBackAt: string | null
}

/** The page of the call has all of its arguments. */
export interface ListedCall extends Omit<WaitingCall, 'content'> {
  /** JSON, at most 2,000 characters. */
  readonly argumentsStart: string
  readonly isCut: boolean
}

export interface AnswerableCall extends WaitingCall {
  /** Why the caller may not grant it; null if the caller may. */
  readonly mayNotGrant: string | null
  readonly mayRefuse: boolean
  /** Whether it is an unused grant, and the caller may take it back. */
  readonly mayTakeBack: boolean
}

export interface CallAnswer {
  readonly isGranted: boolean
  readonly reason: string
  /** How long a grant can be used. */
  readonly minutes: number
}

export interface WaitingCalls {
  /** Calls that wait, oldest first, or the others, newest first. */
  list(caller: Caller, state: 'waiting' | 'over', page: PageInput): Promise<Page<ListedCall>>
  /** Counts calls for the caller's inbox; 0 for a person who cannot answer. */
  count(caller: Caller): Promise<number>
  call(caller: Caller, id: string): Promise<AnswerableCall>
  /** @throws Refusal CREDENTIAL_SCOPE; BAD_REQUEST (404 unknown, 409 answered or over) */
  answer(caller: Caller, id: string, answer: CallAnswer): Promise<AnswerableCall>
  /**
   * The same call asks again.
   * @throws Refusal CREDENTIAL_SCOPE; BAD_REQUEST (404 unknown, 409 not an unused grant)
   */
  takeBack(caller: Caller, id: string): Promise<AnswerableCall>
}

export interface WaitingCallDependencies {
  readonly store: CallGrantVerbs &
    Pick<ApprovalFactVerbs, 'wasAdministrator'> &
    Pick<NamespaceVerbs, 'findAccount'> &
    Pick<LogVerbs, 'findLogTree'>
  readonly now: () => Date
}

export const MAX_REASON_CHARACTERS = 2_000
export const GRANT_MINUTES = { least: 1, most: 1_440 } as const
/** A refused call stays refused so long. */
const REFUSAL_MINUTES = 1_440
const MAX_ATTEMPTS = 20

export function createWaitingCalls({ store, now }: WaitingCallDependencies): WaitingCalls {
  const show = async (caller: Caller, row: StoredCall): Promise<AnswerableCall> => {
    const mayAnswer = hasPermission(actorsOf(caller), 'grant_calls')
    const waits = stateOf(row, now()) === 'waiting'
    const mayNotGrant = waits ? await barredFrom(caller, caller.account, row) : NOT_WAITING
    const mayTakeBack = mayAnswer && stateOf(row, now()) === 'granted'
    return { ...toShown(row, now()), mayNotGrant, mayRefuse: waits && mayAnswer, mayTakeBack }
  }
  /** Returns why this person may not grant the call. */
  const barredFrom = async (caller: Caller, account: Account, row: StoredCall): Promise<string | null> => {
    const { person } = caller
    if (person === null || !hasPermission(actorsOf(caller), 'grant_calls')) return REVIEWERS_ONLY
    if (needsStrongerSession({ ...caller, account }, 'grant_calls')) return STRONGER_SESSION
    if (!account.separateApprover) return null
    if (row.behindId === person.id) return OWN_CALL
    if (row.behindId !== null) return null
    return (await store.wasAdministrator(namespaceOf(caller), person.id)) ? UNKNOWN_CALLER : null
  }
  const find = async (caller: Caller, id: string): Promise<StoredCall> => {
    const row = await store.findCall(namespaceOf(caller), storedId('waiting call', id))
    if (row === null) throw targetNotFound('waiting call', id)
    return row
  }

  return {
    list: async (caller, state, page) => {
      demandPermission(caller, 'read_guardrails')
      const read = (of: Parameters<CallGrantVerbs['listCalls']>[3]) =>
        store.listCalls(namespaceOf(caller), state, now(), of)
      return readPage(`calls.${state}`, page, read, (rows) =>
        rows.map(({ argumentsStart, isCut, ...row }) => ({ ...toListed(row, now()), argumentsStart, isCut })),
      )
    },

    count: async (caller) => {
      demandPermission(caller, 'read_guardrails')
      return hasPermission(actorsOf(caller), 'grant_calls') ? store.countWaitingCalls(namespaceOf(caller), now()) : 0
    },

    call: async (caller, id) => {
      demandPermission(caller, 'read_guardrails')
      return show(caller, await find(caller, id))
    },

    answer: async (caller, id, { isGranted, reason, minutes }) => {
      demandPermission(caller, 'grant_calls')
      const person = personOf(caller)
      demandAnswer(reason, minutes)
      const namespaceId = namespaceOf(caller)
      return repeatWhileLogMoves(async () => {
        const { size: logSize } = await store.findLogTree(namespaceId)
        const row = await find(caller, id)
        // The rules of the caller may be a second old.
        const account = (await store.findAccount(namespaceId)) ?? caller.account
        const barred = isGranted ? await barredFrom(caller, account, row) : null
        if (barred !== null) throw new Refusal('CREDENTIAL_SCOPE', barred)
        const at = now()
        const expiresAt = new Date(at.getTime() + (isGranted ? minutes : REFUSAL_MINUTES) * 60_000)
        const by = { personId: person.id, label: caller.label }
        const answer = { id: row.id, isGranted, reason: reason === '' ? null : reason, expiresAt, at, by, logSize }
        const answered = await store.answerCall(namespaceId, answer)
        if (answered.kind === 'saved') return show(caller, answered.row)
        if (answered.kind === 'not_found') throw targetNotFound('waiting call', id)
        if (answered.kind === 'answered' || answered.kind === 'over') throw answeredBefore(answered.row)
        return null
      })
    },

    takeBack: async (caller, id) => {
      demandPermission(caller, 'grant_calls')
      const by = { personId: personOf(caller).id, label: caller.label }
      const namespaceId = namespaceOf(caller)
      return repeatWhileLogMoves(async () => {
        const { size: logSize } = await store.findLogTree(namespaceId)
        const row = await find(caller, id)
        const taken = await store.takeBackGrant(namespaceId, { id: row.id, at: now(), by, logSize })
        if (taken.kind === 'saved') return show(caller, taken.row)
        if (taken.kind === 'not_found') throw targetNotFound('waiting call', id)
        if (taken.kind === 'over') throw new Refusal('BAD_REQUEST', NO_UNUSED_GRANT, {}, { status: 409 })
        return null
      })
    },
  }
}

/**
 * @param attempt returns null if something was recorded since it read the facts
 * @throws Refusal ENGINE_BUSY
 */
async function repeatWhileLogMoves<T>(attempt: () => Promise<T | null>): Promise<T> {
  for (let tries = 0; tries < MAX_ATTEMPTS; tries++) {
    const result = await attempt()
    if (result !== null) return result
  }
  throw new Refusal(
    'ENGINE_BUSY',
    'Other changes of this namespace are being recorded without a pause, so nothing was answered. Try again in a moment.',
    { retry_after_ms: 1_000 },
  )
}

const REVIEWERS_ONLY = 'Reviewers of this namespace grant calls. An administrator gives that role.'
const NOT_WAITING = 'This call does not wait any more.'
const NO_UNUSED_GRANT = 'Only a grant that is not used and not over can be taken back.'
const OWN_CALL =
  'In this namespace another person grants a call than the one behind it, and this call came through your credential or your AI agent. Ask another reviewer.'
const UNKNOWN_CALLER =
  'In this namespace another person grants a call than the one behind it, and it is not known who is behind this credential. A reviewer who never was an administrator of this namespace can grant it.'

function personOf({ person }: Caller): CallingPerson {
  if (person === null) throw new Error('only people grant calls')
  return person
}

/** @throws Refusal BAD_REQUEST */
function demandAnswer(reason: string, minutes: number): void {
  const { least, most } = GRANT_MINUTES
  const isText = reason.isWellFormed() && !reason.includes('\0')
  const failures = [
    ...(isText && reason.length <= MAX_REASON_CHARACTERS
      ? []
      : [
          {
            field: 'reason',
            expected: `text of at most ${MAX_REASON_CHARACTERS} characters`,
            received: 'another text',
          },
        ]),
    ...(Number.isInteger(minutes) && minutes >= least && minutes <= most
      ? []
      : [{ field: 'minutes', expected: `a whole number from ${least} to ${most}`, received: `the number ${minutes}` }]),
  ]
  if (failures.length === 0) return
  throw new Refusal(
    'BAD_REQUEST',
    `The answer was not stored: look at ${failures.map(({ field }) => field).join(', ')}.`,
    {
      failures,
      failure_count: failures.length,
    },
  )
}

function answeredBefore({ answeredBy, isGranted, waitsUntil }: StoredCall): Refusal {
  const message =
    answeredBy === null
      ? `This call waited until ${waitsUntil.toISOString()} and is refused.`
      : `${answeredBy} ${isGranted ? 'granted' : 'refused'} this call already.`
  return new Refusal('BAD_REQUEST', message, {}, { status: 409 })
}

function toShown(row: StoredCall, at: Date): WaitingCall {
  return { ...toListed(row, at), content: row.content }
}

function toListed(row: Omit<StoredCall, 'content'>, at: Date): Omit<WaitingCall, 'content'> {
  const { id, guardId, guardName, server, tool, rulesetHash, digest, askedBy, answeredBy, reason } = row
  const { takenBackBy } = row
  const wire = (time: Date | null) => time?.toISOString() ?? null
  return {
    ...{ id, guardId, guardName, server, tool, rulesetHash, digest, askedBy, answeredBy, reason },
    ...{ takenBackBy, takenBackAt: wire(row.takenBackAt) },
    ...{ askedAt: row.askedAt.toISOString(), waitsUntil: row.waitsUntil.toISOString() },
    ...{ answeredAt: wire(row.answeredAt), expiresAt: wire(row.expiresAt), usedAt: wire(row.usedAt) },
    state: shownState(row, at),
  }
}

function shownState(row: Omit<StoredCall, 'content'>, at: Date): WaitingCall['state'] {
  if (row.usedAt !== null) return 'used'
  if (row.takenBackAt !== null) return 'taken_back'
  if (stateOf(row, at) === 'waiting') return 'waiting'
  if (row.isGranted === false) return 'refused'
  return stateOf(row, at) === 'granted' ? 'granted' : 'over'
}
