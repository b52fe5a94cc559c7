/**
 * Credentials: who may act in a namespace.
 *
 * Promises: the token itself is never seen here, only its sha256; no more evaluation credentials are issued to one
 * address than the cap allows, however many processes issue at once; a full credential is issued, and any is revoked,
 * together with its entry in the namespace's log. Trusts ids to be UUIDs made by the caller and
 * texts to hold no NUL character.
 */
import type { Prisma } from '../../../generated/prisma/client'
import { NAMESPACE_STATE, type NamespaceState, withoutUnset } from '../accounts/namespaces'
import type { Database } from '../client/database'
import { appendLog } from '../signing/append-log'

/** Caps on counted calls; null is no cap. */
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
  /** Null where it is unknown, and for an evaluation credential. */
  readonly issuer: 'person' | 'operator' | null
  /** The person who issued it. */
  readonly issuedById: string | null
}

interface NewCredential extends CallCaps {
  /** UUID, as is the namespace's. */
  readonly credentialId: string
  readonly namespaceId: string
  /** 32 bytes. */
  readonly tokenSha256: Uint8Array
  readonly label: string
  readonly at: Date
}

/** Its namespace exists. */
export interface NewFullCredential extends NewCredential {
  readonly tier: 'standard' | 'read_only'
  readonly expiresAt: Date | null
  /** Who issues it: the label of a person, or `operator`. */
  readonly actor: string
  /** The person who issues it; null for the operator. */
  readonly issuedById: string | null
}

export interface Revocation {
  readonly id: string
  /** The namespace it must be of; null: of any. */
  readonly namespaceId: string | null
  readonly at: Date
  /** The label of a person, or `operator`. */
  readonly actor: string
}

export interface CredentialWithNamespace extends Credential {
  readonly namespace: NamespaceState
}

/** As the operator sees it. */
export interface ListedCredential extends Credential {
  /** Its namespace's name for people. */
  readonly namespaceName: string
  /** The person who issued it; null for the operator, and where it is unknown. */
  readonly issuedBy: { readonly name: string; readonly disabled: boolean } | null
  /** Null before the first call; late by the seconds for which uses are collected before they are written. */
  readonly lastUsedAt: Date | null
}

/** Its namespace is made for it. */
export interface NewEvaluationCredential extends NewCredential {
  readonly expiresAt: Date
  /** The address, as the service names it. */
  readonly addressKey: string
  /** Most credentials that this address may get within an hour. */
  readonly issuedPerHour: number
}

export interface CredentialVerbs {
  issueFullCredential(credential: NewFullCredential): Promise<void>
  /**
   * Issues the credential unless `addressKey` was given `issuedPerHour` within the hour before `at`. Returns null when
   * it was issued, else the moment from which another may be; nothing was stored then.
   */
  issueEvaluationCredential(credential: NewEvaluationCredential): Promise<Date | null>
  /** Expired and revoked ones are found too: the caller says which it was. */
  findCredentialByTokenHash(tokenSha256: Uint8Array): Promise<CredentialWithNamespace | null>
  /**
   * Credentials in the order of their creation, of one namespace or of all: at most `limit`, from the position of the
   * one that is given, which may have been removed meanwhile.
   */
  listCredentials(page: {
    readonly namespaceId: string | null
    readonly after: Pick<Credential, 'id' | 'createdAt'> | null
    readonly limit: number
  }): Promise<ListedCredential[]>
  /** As {@link findCredentialByTokenHash}, by the id. */
  findCredential(id: string): Promise<CredentialWithNamespace | null>
  /**
   * Notes when credentials were last used, at most {@link MAX_USES} at a time. A later use that is stored already
   * remains.
   */
  noteUses(uses: readonly { readonly credentialId: string; readonly at: Date }[]): Promise<void>
  /** The first revocation remains. False when there is no such credential. */
  revokeCredential(revocation: Revocation): Promise<boolean>
}

const HOUR_MS = 3_600_000

export const MAX_USES = 1_000

/** First key of the advisory locks on addresses; the second is the address. */
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
          await insert(tx, 'full', credential.tier, credential)
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
        // Locked in one order, so that processes which note the same credentials take turns.
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

    revokeCredential: (revocation) => repeatable(() => prisma.$transaction((tx) => revoke(tx, revocation))),
  }
}

async function revoke(tx: Prisma.TransactionClient, { id, namespaceId, at, actor }: Revocation): Promise<boolean> {
  const credential = await tx.credential.findFirst({
    where: { id, ...(namespaceId !== null && { namespaceId }) },
    select: { namespaceId: true, label: true },
  })
  if (credential === null) return false
  // Of two at once the second waits here and then finds nothing to change.
  const { count } = await tx.credential.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: at } })
  const details = { credential_id: id, label: credential.label }
  if (count > 0) await appendLog(tx, credential.namespaceId, at, [{ kind: 'credential_revoked', actor, details }])
  return true
}

/** Who asks for an evaluation credential has no account. */
const ANYBODY = 'evaluation'

async function issueUnderCap(tx: Prisma.TransactionClient, credential: NewEvaluationCredential): Promise<Date | null> {
  const { credentialId, namespaceId, addressKey, label, expiresAt, at } = credential
  // Held until the transaction ends: the next transaction that counts sees what was issued here.
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${ADDRESS_LOCK}::int, hashtext(${addressKey}))`
  if (await isIssued(tx, credential)) return null
  const free = await whenFree(tx, credential)
  if (free) return free
  await tx.namespace.create({ data: { id: namespaceId, displayName: 'Evaluation', createdAt: at } })
  await insert(tx, 'evaluation', 'evaluation', credential)
  await tx.evaluationIssuance.create({ data: { credentialId, addressKey, issuedAt: at } })
  const details = { credential_id: credentialId, label, tier: 'evaluation', expires_at: expiresAt.toISOString() }
  await appendLog(tx, namespaceId, at, [{ kind: 'credential_issued', actor: ANYBODY, details }])
  return null
}

function laterThan({ id, createdAt }: Pick<Credential, 'id' | 'createdAt'>): Prisma.CredentialWhereInput[] {
  return [{ createdAt: { gt: createdAt } }, { createdAt, id: { gt: id } }]
}

/** Whether an earlier attempt of this very call took effect before its connection broke. */
async function isIssued(tx: Prisma.TransactionClient, credential: NewCredential): Promise<boolean> {
  const tokenSha256 = new Uint8Array(credential.tokenSha256)
  return (await tx.credential.count({ where: { id: credential.credentialId, tokenSha256 } })) > 0
}

/** When the cap lets the next one through: the oldest that counts has then left the hour. Null when it does so now. */
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

async function insert(
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
