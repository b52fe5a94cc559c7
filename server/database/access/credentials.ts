/** Stores sha256 hashes of tokens, never tokens. */
import type { Prisma } from '../../../generated/prisma/client'
import { NAMESPACE_STATE, type NamespaceState, withoutUnset } from '../accounts/namespaces'
import type { Database } from '../client/database'
import { appendLog } from '../log/append-log'

/** Null is unlimited. */
export interface CallCaps {
  readonly callsPerDay: number | null
  readonly callsTotal: number | null
}

export interface Credential extends CallCaps {
  readonly id: string
  readonly namespaceId: string
  readonly grade: 'evaluation' | 'full'
  readonly tier: 'evaluation' | 'standard' | 'read_only'
  readonly label: string
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly revokedAt: Date | null
  /** Null if unknown, and for evaluation. */
  readonly issuer: 'person' | 'operator' | null
  readonly issuedById: string | null
}

interface NewCredential extends CallCaps {
  readonly credentialId: string
  readonly namespaceId: string
  readonly tokenSha256: Uint8Array
  readonly label: string
  readonly at: Date
}

/** The namespace must exist. */
export interface NewFullCredential extends NewCredential {
  readonly tier: 'standard' | 'read_only'
  readonly expiresAt: Date | null
  readonly actor: string
  /** The person who issues it; null for the operator. */
  readonly issuedById: string | null
}

export interface Revocation {
  readonly id: string
  /** Null: any namespace. */
  readonly namespaceId: string | null
  readonly at: Date
  readonly actor: string
}

export interface CredentialWithNamespace extends Credential {
  readonly namespace: NamespaceState
}

export interface ListedCredential extends Credential {
  readonly namespaceName: string
  /** Null for the operator, or if unknown. */
  readonly issuedBy: { readonly name: string; readonly disabled: boolean } | null
  /** A few seconds late: uses are written in batches. */
  readonly lastUsedAt: Date | null
}

/** Its namespace is created with it. */
export interface NewEvaluationCredential extends NewCredential {
  readonly expiresAt: Date
  readonly addressKey: string
  /** Cap per address. */
  readonly issuedPerHour: number
}

export interface CredentialVerbs {
  issueFullCredential(credential: NewFullCredential): Promise<void>
  /** @returns null if it was issued, else when the address's cap allows the next one */
  issueEvaluationCredential(credential: NewEvaluationCredential): Promise<Date | null>
  /** Finds expired and revoked credentials too. */
  findCredentialByTokenHash(tokenSha256: Uint8Array): Promise<CredentialWithNamespace | null>
  /** In order of creation. `after` may have been removed meanwhile. */
  listCredentials(page: {
    readonly namespaceId: string | null
    readonly after: Pick<Credential, 'id' | 'createdAt'> | null
    readonly limit: number
  }): Promise<ListedCredential[]>
  findCredential(id: string): Promise<CredentialWithNamespace | null>
  /** Notes at most {@link MAX_NOTED_USES} uses. Keeps later uses. */
  noteUses(uses: readonly { readonly credentialId: string; readonly at: Date }[]): Promise<void>
  /** Keeps the first revocation. */
  revokeCredential(revocation: Revocation): Promise<boolean>
}

const HOUR_MS = 3_600_000

export const MAX_NOTED_USES = 1_000

const ADDRESS_LOCK = 1

export function credentialVerbs({ prisma, repeatable }: Database): CredentialVerbs {
  const find = (where: Prisma.CredentialWhereUniqueInput) =>
    repeatable(async () => {
      const row = await prisma.credential.findUnique({
        where,
        omit: { tokenSha256: true },
        include: { namespace: { select: NAMESPACE_STATE } },
      })
      return row && { ...row, namespace: withoutUnset(row.namespace) }
    })

  return {
    issueFullCredential: (credential) =>
      repeatable(() =>
        prisma.$transaction(async (tx) => {
          if (await isIssued(tx, credential)) return
          await insertCredential(tx, 'full', credential.tier, credential)
          const { credentialId: id, namespaceId, at, actor, label, tier, expiresAt, issuedById } = credential
          const details = {
            credential_id: id,
            label,
            tier,
            expires_at: expiresAt?.toISOString() ?? null,
            issuer: issuerOf(credential),
            issued_by_id: issuedById,
            issued_at: at.toISOString(),
          }
          await appendLog(tx, namespaceId, at, [{ kind: 'credential_issued', actor, details }])
        }),
      ),

    issueEvaluationCredential: (credential) =>
      repeatable(() => prisma.$transaction((tx) => issueUnderCap(tx, credential))),

    findCredentialByTokenHash: (tokenSha256) => find({ tokenSha256: new Uint8Array(tokenSha256) }),

    findCredential: (id) => find({ id }),

    noteUses: (uses) =>
      repeatable(async () => {
        const ids = uses.map(({ credentialId }) => credentialId)
        const times = uses.map(({ at }) => at.toISOString())
        // Sorted to prevent deadlocks.
        await prisma.$executeRaw`
          WITH noted AS (
            SELECT * FROM unnest(${ids}::uuid[], ${times}::timestamp[]) AS noted (credential_id, at)
          ), locked AS (
            SELECT credential_id FROM credential_usage
            WHERE credential_id IN (SELECT credential_id FROM noted) ORDER BY credential_id FOR UPDATE
          )
          UPDATE credential_usage AS usage
          SET last_used_at = greatest(usage.last_used_at, noted.at)
          FROM noted JOIN locked USING (credential_id)
          WHERE usage.credential_id = noted.credential_id`
      }),

    listCredentials: ({ namespaceId, after, limit }) =>
      repeatable(async () => {
        const rows = await prisma.credential.findMany({
          where: { ...(namespaceId !== null && { namespaceId }), ...(after !== null && { OR: laterThan(after) }) },
          omit: { tokenSha256: true },
          include: {
            namespace: { select: { displayName: true } },
            usage: { select: { lastUsedAt: true } },
            issuedBy: { select: { name: true, disabledAt: true } },
          },
          orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
          take: limit,
        })
        return rows.map(({ namespace, usage, issuedBy, ...credential }) => ({
          ...credential,
          issuedBy: issuedBy && { name: issuedBy.name, disabled: issuedBy.disabledAt !== null },
          namespaceName: namespace.displayName,
          lastUsedAt: usage?.lastUsedAt ?? null,
        }))
      }),

    revokeCredential: (revocation) => repeatable(() => prisma.$transaction((tx) => revokeWithin(tx, revocation))),
  }
}

async function revokeWithin(
  tx: Prisma.TransactionClient,
  { id, namespaceId, at, actor }: Revocation,
): Promise<boolean> {
  const credential = await tx.credential.findFirst({
    where: { id, ...(namespaceId !== null && { namespaceId }) },
    select: { namespaceId: true, label: true },
  })
  if (credential === null) return false
  // The second of two concurrent calls waits here and changes nothing.
  const { count } = await tx.credential.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: at } })
  const details = { credential_id: id, label: credential.label }
  if (count > 0) await appendLog(tx, credential.namespaceId, at, [{ kind: 'credential_revoked', actor, details }])
  return true
}

const ANYBODY = 'evaluation'

async function issueUnderCap(tx: Prisma.TransactionClient, credential: NewEvaluationCredential): Promise<Date | null> {
  const { credentialId, namespaceId, addressKey, label, expiresAt, at } = credential
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${ADDRESS_LOCK}::int, hashtext(${addressKey}))`
  if (await isIssued(tx, credential)) return null
  const free = await whenFree(tx, credential)
  if (free) return free
  await tx.namespace.create({ data: { id: namespaceId, displayName: 'Evaluation', createdAt: at } })
  await insertCredential(tx, 'evaluation', 'evaluation', credential)
  await tx.evaluationIssuance.create({ data: { credentialId, addressKey, issuedAt: at } })
  const details = { credential_id: credentialId, label, tier: 'evaluation', expires_at: expiresAt.toISOString() }
  await appendLog(tx, namespaceId, at, [{ kind: 'credential_issued', actor: ANYBODY, details }])
  return null
}

function laterThan({ id, createdAt }: Pick<Credential, 'id' | 'createdAt'>): Prisma.CredentialWhereInput[] {
  return [{ createdAt: { gt: createdAt } }, { createdAt, id: { gt: id } }]
}

/** Whether an earlier attempt of this call took effect. */
async function isIssued(tx: Prisma.TransactionClient, credential: NewCredential): Promise<boolean> {
  const tokenSha256 = new Uint8Array(credential.tokenSha256)
  return (await tx.credential.count({ where: { id: credential.credentialId, tokenSha256 } })) > 0
}

async function whenFree(tx: Prisma.TransactionClient, credential: NewEvaluationCredential): Promise<Date | null> {
  const { addressKey, issuedPerHour, at } = credential
  if (issuedPerHour === 0) return new Date(at.getTime() + HOUR_MS)
  const oldestThatCounts = await tx.evaluationIssuance.findFirst({
    where: { addressKey, issuedAt: { gt: new Date(at.getTime() - HOUR_MS) } },
    orderBy: { issuedAt: 'desc' },
    skip: issuedPerHour - 1,
  })
  return oldestThatCounts && new Date(oldestThatCounts.issuedAt.getTime() + HOUR_MS)
}

function issuerOf({ issuedById }: NewFullCredential): 'person' | 'operator' {
  return issuedById === null ? 'operator' : 'person'
}

async function insertCredential(
  tx: Prisma.TransactionClient,
  grade: Credential['grade'],
  tier: Credential['tier'],
  credential: NewFullCredential | NewEvaluationCredential,
): Promise<void> {
  const { credentialId, namespaceId, tokenSha256, label, at, expiresAt, callsPerDay, callsTotal } = credential
  await tx.credential.create({
    data: {
      id: credentialId,
      tokenSha256: new Uint8Array(tokenSha256),
      namespaceId,
      grade,
      tier,
      label,
      createdAt: at,
      expiresAt,
      callsPerDay,
      callsTotal,
      ...('issuedById' in credential && { issuer: issuerOf(credential), issuedById: credential.issuedById }),
      usage: { create: {} },
    },
  })
}
