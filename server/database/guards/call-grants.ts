/**
 * A call that waits for a person, the answer, and the one use of a grant are one row. Every step first locks the end of
 * the namespace's log, so of two processes that use a grant, or answer a call, one comes second and finds it done.
 */
import { Prisma } from '../../../generated/prisma/client'
import type { Json } from '../../api/canonical-json'
import type { Role } from '../accounts/administration'
import type { Database } from '../client/database'
import { cutPage, type PageOfRows, type RowPage } from '../client/row-page'
import { appendLog, holdLog } from '../log/append-log'
import { everAdministrator } from '../signing/approval-facts'
import { type CallToCount, countCallWithin } from './counted-calls'

export interface NewCall {
  readonly id: string
  readonly guardId: string
  readonly guardName: string
  readonly guardVersion: number
  readonly server: string
  readonly tool: string
  readonly rulesetHash: string
  readonly digest: string
  readonly content: string
  readonly asker: string
  readonly askedBy: string
  readonly behindId: string | null
  readonly askedAt: Date
  readonly waitsUntil: Date
}

export interface StoredCall extends NewCall {
  readonly answeredAt: Date | null
  readonly answeredBy: string | null
  readonly answeredById: string | null
  readonly isGranted: boolean | null
  readonly reason: string | null
  readonly expiresAt: Date | null
  readonly usedAt: Date | null
  /** When a person took the unused grant back. */
  readonly takenBackAt: Date | null
  readonly takenBackBy: string | null
  readonly takenBackById: string | null
}

/** Without the arguments, which may be as large as a request. */
export interface ListedCallRow extends Omit<StoredCall, 'content'> {
  readonly createdAt: Date
  /** JSON, at most {@link LISTED_ARGUMENT_CHARS} characters. */
  readonly argumentsStart: string
  readonly isCut: boolean
}

export const LISTED_ARGUMENT_CHARS = 2_000

/** How many calls may wait. */
export interface WaitingLimits {
  readonly namespace: number
  /** So that one program cannot block the others. */
  readonly asker: number
}

export interface CallAnswerGiven {
  readonly id: string
  readonly isGranted: boolean
  readonly reason: string | null
  readonly expiresAt: Date
  readonly at: Date
  readonly by: { readonly personId: string; readonly label: string }
  /** Size of the log when the facts that allow the answer were read. It must be the next event. */
  readonly logSize: bigint
}

export interface GrantUse {
  readonly id: string
  /** Id of this use, so that a repeated attempt finds its own. */
  readonly useId: string
  readonly at: Date
  readonly actor: string
  /** Size of the log before the call was decided. It must be the next event. */
  readonly logSize: bigint
  /** The same call as it is counted in its session; null if no guard counts it. */
  readonly counted: CallToCount | null
  /** Members with one of them grant calls. */
  readonly grantingRoles: readonly Role[]
}

export interface TakenBackGrant {
  readonly id: string
  readonly at: Date
  readonly by: { readonly personId: string; readonly label: string }
  /** Size of the log when the person's roles were read. It must be the next event. */
  readonly logSize: bigint
}

export type GrantTakenBack =
  | { readonly kind: 'saved'; readonly row: StoredCall }
  /** No grant that can still be used. */
  | { readonly kind: 'over'; readonly row: StoredCall }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'log_moved' }

export type CallAnswered =
  | { readonly kind: 'saved'; readonly row: StoredCall }
  /** Already, or its time is over. */
  | { readonly kind: 'answered' | 'over'; readonly row: StoredCall }
  | { readonly kind: 'not_found' }
  | { readonly kind: 'log_moved' }

export type GrantUsed = 'used' | 'gone' | 'lapsed' | 'log_moved' | 'moved' | 'full'

export interface CallGrantVerbs {
  /**
   * Returns the waiting row of the same call if there is one. `full`: as many calls of the namespace or of the asker wait
   * already.
   */
  askCall(
    namespaceId: string,
    call: NewCall,
    limits: WaitingLimits,
  ): Promise<
    { readonly kind: 'waiting'; readonly row: StoredCall } | { readonly kind: 'full'; readonly of: keyof WaitingLimits }
  >
  /** Finds the last row of the same call by the same asker. */
  findLatestCall(namespaceId: string, digest: string, asker: string): Promise<StoredCall | null>
  findCall(namespaceId: string, id: string): Promise<StoredCall | null>
  /** Calls that wait at `at`, oldest first, or the others, newest first. */
  listCalls(namespaceId: string, state: 'waiting' | 'over', at: Date, page: PageOfRows): Promise<RowPage<ListedCallRow>>
  countWaitingCalls(namespaceId: string, at: Date): Promise<number>
  answerCall(namespaceId: string, answer: CallAnswerGiven): Promise<CallAnswered>
  /**
   * `gone`: it is used, taken back, expired or not a grant. `lapsed`: the grantor may no longer grant it. `moved` and
   * `full`: the counts of its session have changed, or reached their limit.
   */
  consumeGrant(namespaceId: string, use: GrantUse): Promise<GrantUsed>
  takeBackGrant(namespaceId: string, taking: TakenBackGrant): Promise<GrantTakenBack>
}

const omit = { namespaceId: true, useId: true } as const

export function callGrantVerbs({ prisma, repeatable }: Database): CallGrantVerbs {
  const latest = (client: Prisma.TransactionClient, namespaceId: string, digest: string, asker: string) =>
    client.callGrant.findFirst({ where: { namespaceId, digest, asker }, omit, orderBy: { askedAt: 'desc' } })
  return {
    askCall: (namespaceId, call, limits) =>
      repeatable(() =>
        prisma.$transaction(async (tx) => {
          const { digest, asker, askedAt, askedBy } = call
          await holdLog(tx, namespaceId, askedAt)
          const before = await latest(tx, namespaceId, digest, asker)
          if (before !== null && isWaiting(before, askedAt)) return { kind: 'waiting', row: before } as const
          const waiting = waitingAt(namespaceId, askedAt)
          if ((await tx.callGrant.count({ where: { ...waiting, asker } })) >= limits.asker)
            return { kind: 'full', of: 'asker' } as const
          if ((await tx.callGrant.count({ where: waiting })) >= limits.namespace)
            return { kind: 'full', of: 'namespace' } as const
          const row = await tx.callGrant.create({ data: { namespaceId, ...call }, omit })
          const details = { ...namesOf(row), waits_until: row.waitsUntil.toISOString() }
          await appendLog(tx, namespaceId, askedAt, [{ kind: 'call_asked', actor: askedBy, details }])
          return { kind: 'waiting', row } as const
        }),
      ),

    findLatestCall: (namespaceId, digest, asker) => repeatable(() => latest(prisma, namespaceId, digest, asker)),

    findCall: (namespaceId, id) => repeatable(() => prisma.callGrant.findFirst({ where: { id, namespaceId }, omit })),

    listCalls: (namespaceId, state, at, { after, limit }) =>
      repeatable(async () => {
        const direction = state === 'waiting' ? 'asc' : 'desc'
        const waiting = waitingAt(namespaceId, at)
        const where = {
          AND: [
            state === 'waiting' ? waiting : { namespaceId, NOT: waiting },
            after === null ? {} : pastStart(state, after),
          ],
        }
        const orderBy = [{ askedAt: direction }, { id: direction }] as const
        const listed = { ...omit, content: true } as const
        const rows = await prisma.callGrant.findMany({ where, omit: listed, orderBy: [...orderBy], take: limit + 1 })
        const starts = await argumentStarts(
          prisma,
          rows.map(({ id }) => id),
        )
        return cutPage(
          rows.map((row) => ({ ...row, createdAt: row.askedAt, ...(starts.get(row.id) ?? NO_START) })),
          limit,
        )
      }),

    countWaitingCalls: (namespaceId, at) =>
      repeatable(() => prisma.callGrant.count({ where: waitingAt(namespaceId, at) })),

    answerCall: (namespaceId, answer) =>
      repeatable((again) => prisma.$transaction((tx) => answerWithin(tx, namespaceId, answer, again))),

    consumeGrant: (namespaceId, use) =>
      repeatable(() => prisma.$transaction((tx) => consumeWithin(tx, namespaceId, use))).catch(goneOr),

    takeBackGrant: (namespaceId, taking) =>
      repeatable((again) => prisma.$transaction((tx) => takeBackWithin(tx, namespaceId, taking, again))),
  }
}

const NO_START = { argumentsStart: '', isCut: true }

/** The beginning of arguments by id. The database cuts, so that a list does not read what it does not show. */
async function argumentStarts(client: Prisma.TransactionClient, ids: readonly string[]) {
  const rows = await client.$queryRaw<{ id: string; argumentsStart: string; isCut: boolean }[]>`
    SELECT id::text, left(arguments, ${LISTED_ARGUMENT_CHARS}::int) AS "argumentsStart",
      length(arguments) > ${LISTED_ARGUMENT_CHARS}::int AS "isCut"
    FROM (SELECT id, content::json ->> 'arguments' AS arguments FROM call_grant WHERE id = ANY(${[...ids]}::uuid[])) AS call`
  return new Map(rows.map(({ id, ...start }) => [id, start]))
}

/** The grant is used, taken back, expired or no grant. */
class GoneError extends Error {
  override readonly name = 'GoneError'
}

function goneOr(error: unknown): 'gone' {
  if (error instanceof GoneError) return 'gone'
  throw error
}

function isWaiting({ answeredAt, waitsUntil }: StoredCall, at: Date): boolean {
  return answeredAt === null && waitsUntil > at
}

function waitingAt(namespaceId: string, at: Date) {
  return { namespaceId, answeredAt: null, waitsUntil: { gt: at } } satisfies Prisma.CallGrantWhereInput
}

function pastStart(
  state: 'waiting' | 'over',
  { at, id }: { readonly at: Date; readonly id: string },
): Prisma.CallGrantWhereInput {
  return state === 'waiting'
    ? { OR: [{ askedAt: { gt: at } }, { askedAt: at, id: { gt: id } }] }
    : { OR: [{ askedAt: { lt: at } }, { askedAt: at, id: { lt: id } }] }
}

async function answerWithin(
  tx: Prisma.TransactionClient,
  namespaceId: string,
  { id, isGranted, reason, expiresAt, at, by, logSize }: CallAnswerGiven,
  again: boolean,
): Promise<CallAnswered> {
  const size = await holdLog(tx, namespaceId, at)
  const row = await tx.callGrant.findFirst({ where: { id, namespaceId }, omit })
  if (row === null) return { kind: 'not_found' }
  if (row.answeredAt !== null) {
    const isOwn = again && row.answeredById === by.personId && row.answeredAt.getTime() === at.getTime()
    return { kind: isOwn ? 'saved' : 'answered', row }
  }
  if (!isWaiting(row, at)) return { kind: 'over', row }
  if (size !== logSize) return { kind: 'log_moved' }
  const data = { isGranted, reason, expiresAt, answeredAt: at, answeredBy: by.label, answeredById: by.personId }
  const answered = await tx.callGrant.update({ where: { id }, data, omit })
  const details = { ...namesOf(row), expires_at: expiresAt.toISOString() }
  const kind = isGranted ? 'call_granted' : 'call_refused'
  await appendLog(tx, namespaceId, at, [{ kind, actor: by.label, details, sealed: { reason } }])
  return { kind: 'saved', row: answered }
}

async function consumeWithin(
  tx: Prisma.TransactionClient,
  namespaceId: string,
  { id, useId, at, actor, logSize, counted, grantingRoles }: GrantUse,
): Promise<GrantUsed> {
  const size = await holdLog(tx, namespaceId, at)
  const own = await tx.callGrant.count({ where: { id, namespaceId, useId } })
  if (own > 0) return 'used'
  if (size !== logSize) return 'log_moved'
  if (!(await mayStillGrant(tx, namespaceId, id, grantingRoles))) return 'lapsed'
  const unchanged = counted === null ? 'counted' : await countCallWithin(tx, namespaceId, counted)
  if (unchanged !== 'counted') return unchanged
  const unused = { id, namespaceId, ...UNUSED, expiresAt: { gt: at } }
  const { count } = await tx.callGrant.updateMany({ where: unused, data: { usedAt: at, useId } })
  // Nothing was counted, because this ends the transaction.
  if (count === 0) throw new GoneError()
  const row = await tx.callGrant.findUniqueOrThrow({ where: { id }, omit })
  const details = { ...namesOf(row), granted_by: row.answeredBy }
  await appendLog(tx, namespaceId, at, [{ kind: 'call_grant_used', actor, details }])
  return 'used'
}

const UNUSED = { isGranted: true, usedAt: null, takenBackAt: null } as const

/**
 * Whether the person who granted the call may grant it now, by the rules of `barredFrom` in the services. How the person
 * signed in mattered at the time of the grant only.
 */
async function mayStillGrant(
  tx: Prisma.TransactionClient,
  namespaceId: string,
  id: string,
  grantingRoles: readonly Role[],
): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ readonly may: boolean }[]>`
    SELECT NOT namespace.separate_approver
        OR call.behind_id <> call.answered_by_id
        OR call.behind_id IS NULL AND NOT ${everAdministrator(namespaceId, Prisma.sql`call.answered_by_id`)} AS may
    FROM call_grant AS call
    JOIN namespace ON namespace.id = call.namespace_id
    JOIN membership ON membership.namespace_id = call.namespace_id AND membership.person_id = call.answered_by_id
    JOIN person ON person.id = membership.person_id
    WHERE call.id = ${id}::uuid AND call.namespace_id = ${namespaceId}::uuid
      AND person.disabled_at IS NULL AND membership.roles::text[] && ${[...grantingRoles]}::text[]`
  return row?.may ?? false
}

async function takeBackWithin(
  tx: Prisma.TransactionClient,
  namespaceId: string,
  { id, at, by, logSize }: TakenBackGrant,
  again: boolean,
): Promise<GrantTakenBack> {
  const size = await holdLog(tx, namespaceId, at)
  const row = await tx.callGrant.findFirst({ where: { id, namespaceId }, omit })
  if (row === null) return { kind: 'not_found' }
  const isOwn = row.takenBackById === by.personId && row.takenBackAt?.getTime() === at.getTime()
  if (again && isOwn) return { kind: 'saved', row }
  const isUnused = row.isGranted === true && row.usedAt === null && row.takenBackAt === null
  if (!isUnused || row.expiresAt === null || row.expiresAt <= at) return { kind: 'over', row }
  if (size !== logSize) return { kind: 'log_moved' }
  const data = { takenBackAt: at, takenBackBy: by.label, takenBackById: by.personId }
  const taken = await tx.callGrant.update({ where: { id }, data, omit })
  const details = { ...namesOf(row), granted_by: row.answeredBy }
  await appendLog(tx, namespaceId, at, [{ kind: 'call_grant_taken_back', actor: by.label, details }])
  return { kind: 'saved', row: taken }
}

/** The arguments are in the digest only, because a log is permanent and others read it. */
function namesOf({ id, guardId, guardName, server, tool, digest, content }: NewCall): Record<string, Json> {
  const guard = { guard_id: guardId, guard_name: guardName, ...guardDigestIn(content) }
  return { call_id: id, ...guard, server, tool, digest }
}

/** Empty for calls of earlier releases. */
function guardDigestIn(content: string): Record<string, Json> {
  const { guardDigest }: { readonly guardDigest?: unknown } = JSON.parse(content)
  return typeof guardDigest === 'string' ? { guard_digest: guardDigest } : {}
}
