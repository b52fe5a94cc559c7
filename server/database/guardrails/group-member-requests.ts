/**
 * Requests for another namespace's service account, which its home must confirm. Unknown accounts are handled alike, so
 * neither the answer nor its timing reveals them.
 */
import type { Prisma } from '../../../generated/prisma/client'
import type { ChangedBy } from '../accounts/namespaces'
import type { Database } from '../client/database'
import { appendLog } from '../log/append-log'
import { ensureNamedGroup } from './groups'

export interface NewGroupMemberRequest extends ChangedBy {
  readonly id: string
  /** The requesting namespace. */
  readonly namespaceId: string
  readonly username: string
  readonly expiresAt: Date
  /** Limit for the namespace. */
  readonly maxInDay: number
}

/** For the requesting namespace. `username` is what was typed. */
export interface OwnGroupMemberRequest {
  readonly id: string
  readonly username: string
  readonly requestedAt: Date
  readonly requestedBy: string
  readonly expiresAt: Date
  readonly confirmed: boolean
}

/** For the account's home. */
export interface HomeGroupMemberRequest {
  readonly id: string
  readonly username: string
  readonly namespaceName: string
  readonly requestedAt: Date
  readonly requestedBy: string
  readonly expiresAt: Date
}

export interface GroupMemberAnswer extends ChangedBy {
  readonly id: string
  /** The account's home. */
  readonly homeId: string
  readonly confirmed: boolean
  /** Limit for the account. */
  readonly maxGroups: number
}

export interface GroupMemberRequestVerbs {
  /** `waits`: a request for it already waits. */
  requestGroupMember(request: NewGroupMemberRequest): Promise<'requested' | 'waits' | 'too_many'>
  /** Latest first. */
  listOwnGroupMemberRequests(namespaceId: string): Promise<OwnGroupMemberRequest[]>
  /** Oldest first. */
  listHomeGroupMemberRequests(homeId: string, at: Date): Promise<HomeGroupMemberRequest[]>
  /** `unknown`: there is no such request, it was answered, or it has expired. */
  answerGroupMemberRequest(answer: GroupMemberAnswer): Promise<'done' | 'unknown' | 'full'>
}

const MAX_LISTED_REQUESTS = 50
const DAY_MS = 86_400_000

export function groupMemberRequestVerbs({ prisma, repeatable }: Database): GroupMemberRequestVerbs {
  return {
    requestGroupMember: (request) => repeatable(() => prisma.$transaction((tx) => addRequest(tx, request))),

    listOwnGroupMemberRequests: (namespaceId) =>
      repeatable(async () => {
        const rows = await prisma.groupMemberRequest.findMany({
          where: { namespaceId },
          orderBy: [{ requestedAt: 'desc' }, { id: 'asc' }],
          take: MAX_LISTED_REQUESTS,
        })
        return rows.map(({ id, username, requestedAt, requestedBy, expiresAt, outcome }) => {
          return { id, username, requestedAt, requestedBy, expiresAt, confirmed: outcome === 'confirmed' }
        })
      }),

    listHomeGroupMemberRequests: (homeId, at) =>
      repeatable(async () => {
        const rows = await prisma.groupMemberRequest.findMany({
          where: { account: { homeId }, outcome: null, expiresAt: { gt: at } },
          include: { namespace: { select: { displayName: true } }, account: { select: { username: true } } },
          orderBy: [{ requestedAt: 'asc' }, { id: 'asc' }],
        })
        return rows.map(({ id, username, namespace, account, requestedAt, requestedBy, expiresAt }) => ({
          id,
          username: account?.username ?? username,
          namespaceName: namespace.displayName,
          requestedAt,
          requestedBy,
          expiresAt,
        }))
      }),

    answerGroupMemberRequest: (answer) =>
      repeatable((again) => prisma.$transaction((tx) => answerRequest(tx, answer, again))),
  }
}

async function addRequest(
  tx: Prisma.TransactionClient,
  request: NewGroupMemberRequest,
): Promise<'requested' | 'waits' | 'too_many'> {
  const { id, namespaceId, username, expiresAt, maxInDay, actor, at } = request
  // Locks, so that concurrent calls count each other's requests.
  await ensureNamedGroup(tx, namespaceId, { actor, at })
  // An earlier attempt of this call took effect.
  if ((await tx.groupMemberRequest.count({ where: { id } })) > 0) return 'requested'
  const since = new Date(at.getTime() - DAY_MS)
  if ((await tx.groupMemberRequest.count({ where: { namespaceId, requestedAt: { gt: since } } })) >= maxInDay)
    return 'too_many'
  // To the requesting namespace, a declined request still waits.
  const same = { namespaceId, username, expiresAt: { gt: at }, NOT: { outcome: 'confirmed' } }
  const open = { namespaceId, username, expiresAt: { gt: at }, outcome: null }
  if ((await tx.groupMemberRequest.count({ where: { OR: [same, open] } })) > 0) return 'waits'
  const account = await tx.serviceAccount.findUnique({ where: { username }, select: { id: true } })
  const times = { requestedAt: at, requestedBy: actor, expiresAt }
  await tx.groupMemberRequest.create({ data: { id, namespaceId, username, accountId: account?.id ?? null, ...times } })
  const details = { request: id, username, requested_at: at.toISOString(), expires_at: expiresAt.toISOString() }
  await appendLog(tx, namespaceId, at, [{ kind: 'group_member_requested', actor, details }])
  return 'requested'
}

async function answerRequest(
  tx: Prisma.TransactionClient,
  { id, homeId, confirmed, maxGroups, actor, at }: GroupMemberAnswer,
  again: boolean,
): Promise<'done' | 'unknown' | 'full'> {
  const outcome = confirmed ? 'confirmed' : 'declined'
  const row = await tx.groupMemberRequest.findFirst({ where: { id, account: { homeId } } })
  const accountId = row?.accountId ?? null
  if (row === null || accountId === null) return 'unknown'
  const { namespaceId } = row
  // Locks, so that concurrent calls count each other's members.
  const [account] = await tx.$queryRaw<{ username: string }[]>`
    SELECT username FROM service_account WHERE id = ${accountId}::uuid FOR NO KEY UPDATE`
  if (account === undefined) return 'unknown'
  const request = await tx.groupMemberRequest.findUniqueOrThrow({ where: { id } })
  if (request.outcome !== null)
    return again && request.outcome === outcome && request.answeredBy === actor ? 'done' : 'unknown'
  if (request.expiresAt <= at) return 'unknown'
  const isMember = (await tx.groupMember.count({ where: { namespaceId, accountId } })) > 0
  if (confirmed && !isMember && (await tx.groupMember.count({ where: { accountId } })) >= maxGroups) return 'full'
  await tx.groupMemberRequest.update({ where: { id }, data: { outcome, answeredAt: at, answeredBy: actor } })
  const facts = { request: id, account_id: accountId, username: account.username, answered_at: at.toISOString() }
  const kind = confirmed ? ('group_member_request_confirmed' as const) : ('group_member_request_declined' as const)
  const home = { kind, actor, details: { ...facts, group: namespaceId } }
  if (!confirmed) {
    // The requesting namespace must not learn this.
    await appendLog(tx, homeId, at, [home])
    return 'done'
  }
  if (!isMember)
    await tx.groupMember.create({ data: { namespaceId, accountId, since: at, addedBy: request.requestedBy } })
  const added = {
    kind: 'group_member_added' as const,
    actor: request.requestedBy,
    details: { account_id: accountId, username: account.username, request: id, since: at.toISOString() },
  }
  // Sorted to prevent deadlocks.
  for (const ownerId of [homeId, namespaceId].sort()) {
    if (ownerId === homeId) await appendLog(tx, homeId, at, [home])
    else if (!isMember) await appendLog(tx, namespaceId, at, [added])
  }
  return 'done'
}
