/** Stores sha256 hashes of secrets, never secrets. Usernames are unique. */
import type { Prisma } from '../../../generated/prisma/client'
import type { ChangedBy } from '../accounts/namespaces'
import type { Database } from '../client/database'
import { appendLog } from '../log/append-log'
import { ensureNamedGroup, type Group } from './groups'

export type ServiceSecretKind = 'service_token' | 'api_key'

export interface StoredServiceSecret {
  readonly id: string
  readonly kind: ServiceSecretKind
  readonly label: string
  readonly createdAt: Date
  readonly createdBy: string
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
  /** Uses are noted once a minute. */
  readonly lastUsedAt: Date | null
}

export interface ListedServiceAccount {
  readonly id: string
  readonly username: string
  readonly description: string
  readonly homeId: string
  readonly isMember: boolean
  readonly disabledAt: Date | null
  readonly createdAt: Date
  readonly createdBy: string
  /** Newest first; empty unless the requesting namespace is its home. */
  readonly secrets: readonly StoredServiceSecret[]
}

export interface NewServiceAccount extends ChangedBy {
  readonly id: string
  readonly username: string
  readonly description: string
  /** Its home. */
  readonly namespaceId: string
  /** Limit for the home. */
  readonly limit: number
}

export interface NewServiceSecret extends ChangedBy {
  readonly id: string
  readonly accountId: string
  /** Must be the account's home. */
  readonly namespaceId: string
  readonly kind: ServiceSecretKind
  readonly sha256: Uint8Array
  readonly label: string
  readonly expiresAt: Date | null
  /** Limit for valid secrets. */
  readonly limit: number
}

export interface ServiceAccountState {
  readonly id: string
  readonly username: string
  readonly disabledAt: Date | null
  /** Sorted by name. */
  readonly groups: readonly Group[]
}

export type PresentedSecret = Pick<StoredServiceSecret, 'id' | 'kind' | 'expiresAt' | 'revokedAt' | 'lastUsedAt'> & {
  readonly sha256: Uint8Array
  readonly accountId: string
  /** When the account was disabled. */
  readonly disabledAt: Date | null
}

interface OfHome extends ChangedBy {
  readonly id: string
  readonly namespaceId: string
}

export interface ServiceAccountVerbs {
  addServiceAccount(account: NewServiceAccount): Promise<'added' | 'taken' | 'full'>
  /** Accounts of this home or its group, by username. */
  listServiceAccounts(namespaceId: string): Promise<ListedServiceAccount[]>
  /** False if the home has no such account. */
  setServiceAccountDisabled(change: OfHome & { readonly disabled: boolean }): Promise<boolean>
  addServiceSecret(secret: NewServiceSecret): Promise<'added' | 'unknown' | 'full'>
  /** `secretIds`: the ids of the secrets that are not revoked. */
  revokeServiceSecret(which: OfHome): Promise<boolean>
  /** Null unless the account has a secret of this hash. */
  findServiceSecret(username: string, sha256: Uint8Array): Promise<PresentedSecret | null>
  /** `secretIds`: not revoked. */
  findServiceAccount(id: string): Promise<(ServiceAccountState & { readonly secretIds: ReadonlySet<string> }) | null>
  noteServiceSecretUse(id: string, at: Date): Promise<void>
}

const MAX_LISTED_SECRETS = 100

const SECRET = {
  id: true,
  kind: true,
  label: true,
  createdAt: true,
  createdBy: true,
  expiresAt: true,
  revokedAt: true,
  lastUsedAt: true,
} as const

const STATE = {
  id: true,
  username: true,
  disabledAt: true,
  groups: {
    select: { namespaceId: true, namespace: { select: { groupName: true } } },
    orderBy: { namespace: { groupName: 'asc' as const } },
  },
} as const satisfies Prisma.ServiceAccountSelect

export function serviceAccountVerbs({ prisma, repeatable }: Database): ServiceAccountVerbs {
  return {
    addServiceAccount: (account) => repeatable(() => prisma.$transaction((tx) => addAccount(tx, account))),

    listServiceAccounts: (namespaceId) =>
      repeatable(async () => {
        const rows = await prisma.serviceAccount.findMany({
          where: { OR: [{ homeId: namespaceId }, { groups: { some: { namespaceId } } }] },
          include: {
            groups: { where: { namespaceId }, select: { accountId: true } },
            secrets: {
              where: { account: { homeId: namespaceId } },
              select: SECRET,
              orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
              take: MAX_LISTED_SECRETS,
            },
          },
          orderBy: { username: 'asc' },
        })
        return rows.map(({ groups, ...account }) => ({ ...account, isMember: groups.length > 0 }))
      }),

    setServiceAccountDisabled: (change) => repeatable(() => prisma.$transaction((tx) => setDisabled(tx, change))),

    addServiceSecret: (secret) => repeatable(() => prisma.$transaction((tx) => addSecret(tx, secret))),

    revokeServiceSecret: (which) => repeatable(() => prisma.$transaction((tx) => revokeSecret(tx, which))),

    findServiceSecret: (username, sha256) =>
      repeatable(async () => {
        // Always one row, so the timing does not reveal usernames.
        const [row] = await prisma.$queryRaw<PresentedRow[]>`
          SELECT account.id::text AS account_id, account.disabled_at, secret.id::text, secret.kind::text, secret.sha256,
            secret.expires_at, secret.revoked_at, secret.last_used_at
          FROM (SELECT ${username} AS username) AS asked
          LEFT JOIN service_account AS account USING (username)
          LEFT JOIN service_secret AS secret
            ON secret.account_id = account.id AND secret.sha256 = ${new Uint8Array(sha256)}`
        return row === undefined ? null : presentedSecretOf(row)
      }),

    findServiceAccount: (id) =>
      repeatable(async () => {
        const row = await prisma.serviceAccount.findUnique({
          where: { id },
          select: { ...STATE, secrets: { where: { revokedAt: null }, select: { id: true } } },
        })
        if (row === null) return null
        const { secrets, ...account } = row
        return { ...stateOf(account), secretIds: new Set(secrets.map((secret) => secret.id)) }
      }),

    noteServiceSecretUse: (id, at) =>
      repeatable(async () => {
        await prisma.serviceSecret.updateMany({
          where: { id, OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: at } }] },
          data: { lastUsedAt: at },
        })
      }),
  }
}

interface PresentedRow {
  /** Null, with all the rest, if the account or secret is unknown. */
  readonly id: string | null
  readonly account_id: string
  readonly disabled_at: Date | null
  readonly kind: ServiceSecretKind
  readonly sha256: Uint8Array
  readonly expires_at: Date | null
  readonly revoked_at: Date | null
  readonly last_used_at: Date | null
}

function presentedSecretOf({ id, kind, sha256, ...row }: PresentedRow): PresentedSecret | null {
  if (id === null) return null
  const times = { expiresAt: row.expires_at, revokedAt: row.revoked_at, lastUsedAt: row.last_used_at }
  return { id, kind, sha256, accountId: row.account_id, disabledAt: row.disabled_at, ...times }
}

type StateRow = Prisma.ServiceAccountGetPayload<{ select: typeof STATE }>

function stateOf({ groups, ...account }: StateRow): ServiceAccountState {
  const named = groups.flatMap(({ namespaceId, namespace: { groupName } }) =>
    groupName === null ? [] : { namespaceId, name: groupName },
  )
  return { ...account, groups: named }
}

async function addAccount(
  tx: Prisma.TransactionClient,
  { id, username, description, namespaceId, limit, actor, at }: NewServiceAccount,
): Promise<'added' | 'taken' | 'full'> {
  // Locks, so that concurrent calls count each other's accounts.
  await ensureNamedGroup(tx, namespaceId, { actor, at })
  // An earlier attempt of this call took effect.
  if ((await tx.serviceAccount.count({ where: { id } })) > 0) return 'added'
  if ((await tx.serviceAccount.count({ where: { homeId: namespaceId } })) >= limit) return 'full'
  const data = { id, username, description, homeId: namespaceId, createdAt: at, createdBy: actor }
  if ((await tx.serviceAccount.createMany({ data, skipDuplicates: true })).count === 0) return 'taken'
  await tx.groupMember.create({ data: { namespaceId, accountId: id, since: at, addedBy: actor } })
  const details = { account_id: id, username }
  await appendLog(tx, namespaceId, at, [
    { kind: 'service_account_added', actor, details },
    { kind: 'group_member_added', actor, details },
  ])
  return 'added'
}

async function setDisabled(
  tx: Prisma.TransactionClient,
  { id, namespaceId, disabled, actor, at }: OfHome & { readonly disabled: boolean },
): Promise<boolean> {
  const account = await tx.serviceAccount.findFirst({
    where: { id, homeId: namespaceId },
    select: { username: true },
  })
  if (account === null) return false
  const { count } = await tx.serviceAccount.updateMany({
    where: { id, disabledAt: disabled ? null : { not: null } },
    data: { disabledAt: disabled ? at : null },
  })
  const kind = disabled ? 'service_account_disabled' : 'service_account_enabled'
  const details = { account_id: id, username: account.username }
  if (count > 0) await appendLog(tx, namespaceId, at, [{ kind, actor, details }])
  return true
}

async function addSecret(
  tx: Prisma.TransactionClient,
  { id, accountId, namespaceId, kind, sha256, label, expiresAt, limit, actor, at }: NewServiceSecret,
): Promise<'added' | 'unknown' | 'full'> {
  // Locks, so that concurrent calls count each other's secrets.
  const [account] = await tx.$queryRaw<{ username: string }[]>`
    SELECT username FROM service_account WHERE id = ${accountId}::uuid AND home_id = ${namespaceId}::uuid
    FOR NO KEY UPDATE`
  if (account === undefined) return 'unknown'
  if ((await tx.serviceSecret.count({ where: { id } })) > 0) return 'added'
  const inForce = { accountId, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: at } }] }
  if ((await tx.serviceSecret.count({ where: inForce })) >= limit) return 'full'
  const own = { id, accountId, kind, label, expiresAt, createdAt: at, createdBy: actor }
  await tx.serviceSecret.create({ data: { ...own, sha256: new Uint8Array(sha256) } })
  const secret = { secret_id: id, secret_kind: kind, label, expires_at: expiresAt?.toISOString() ?? null }
  const details = { account_id: accountId, username: account.username, ...secret }
  await appendLog(tx, namespaceId, at, [{ kind: 'service_secret_issued', actor, details }])
  return 'added'
}

async function revokeSecret(tx: Prisma.TransactionClient, { id, namespaceId, actor, at }: OfHome): Promise<boolean> {
  const secret = await tx.serviceSecret.findFirst({
    where: { id, account: { homeId: namespaceId } },
    select: { accountId: true, kind: true, label: true, account: { select: { username: true } } },
  })
  if (secret === null) return false
  // The second of two concurrent calls waits here and changes nothing.
  const { count } = await tx.serviceSecret.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: at } })
  const account = { account_id: secret.accountId, username: secret.account.username }
  const details = { ...account, secret_id: id, secret_kind: secret.kind, label: secret.label }
  if (count > 0) await appendLog(tx, namespaceId, at, [{ kind: 'service_secret_revoked', actor, details }])
  return true
}
