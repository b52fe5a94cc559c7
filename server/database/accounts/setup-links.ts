/** Links that make an administrator. One printed at a start is void once the deployment has an account. */
import type { Prisma } from '../../../generated/prisma/client'
import { NAMESPACE_RULE_NAMES, NAMESPACE_RULES, type Preset, REGULATED_RULES } from '../../api/terms/namespace-rules'
import type { Database } from '../client/database'
import { appendLog } from '../log/append-log'
import type { LogEvent } from '../log/log-event'
import { type Role, recordTenure } from './administration'
import { recordOperatorAdmission } from './admissions'
import { findSettings, writeSettings } from './namespaces'
import { insertPerson, type NewPerson, personLabelOf } from './people'

export interface NewSetupLink {
  readonly tokenSha256: Uint8Array
  readonly at: Date
  readonly expiresAt: Date
  /** Links that other starts printed stay valid too. */
  readonly atStart: boolean
  /** Null if the user names a new namespace. */
  readonly namespaceId: string | null
}

export interface SetupLinkInForce {
  readonly namespace: { readonly id: string; readonly displayName: string } | null
}

interface NewlyNamed {
  readonly id: string
  readonly displayName: string
  /** Absent if the user chose no rules. */
  readonly preset?: Preset
}

export interface SetupLinkUse {
  readonly tokenSha256: Uint8Array
  readonly at: Date
  readonly person: NewPerson
  readonly newNamespace: NewlyNamed
}

export type SetupLinkOutcome =
  | { readonly kind: 'used'; readonly namespaceId: string }
  | { readonly kind: 'closed' }
  | { readonly kind: 'email_taken' }

export interface SetupLinkVerbs {
  hasPeople(): Promise<boolean>
  addSetupLink(link: NewSetupLink): Promise<void>
  /** Null if it is not valid. */
  findSetupLink(tokenSha256: Uint8Array, at: Date): Promise<SetupLinkInForce | null>
  /** Gives the person every role. */
  applySetupLink(use: SetupLinkUse): Promise<SetupLinkOutcome>
}

const ALL_ROLES: Role[] = ['author', 'reviewer', 'administrator']

/** Two start links never make two first administrators. */
const FIRST_PERSON_LOCK = 2

export function setupLinkVerbs({ prisma, repeatable }: Database): SetupLinkVerbs {
  return {
    hasPeople: () => repeatable(async () => (await prisma.person.findFirst({ select: { id: true } })) !== null),

    addSetupLink: ({ tokenSha256, at, ...link }) =>
      repeatable(() =>
        prisma.$transaction(async (tx) => {
          const own = new Uint8Array(tokenSha256)
          const data = { tokenSha256: own, createdAt: at, ...link }
          const { count } = await tx.setupLink.createMany({ data, skipDuplicates: true })
          if (count === 0 || link.namespaceId === null) return
          const details = { link: 'setup', expires_at: link.expiresAt.toISOString() }
          await appendLog(tx, link.namespaceId, at, [{ kind: 'operator_link_issued', actor: 'operator', details }])
        }),
      ),

    findSetupLink: (tokenSha256, at) => repeatable(() => findInForce(prisma, tokenSha256, at)),

    applySetupLink: (use) => repeatable(() => prisma.$transaction((tx) => applyWithin(tx, use))),
  }
}

async function findInForce(tx: Prisma.TransactionClient, tokenSha256: Uint8Array, at: Date) {
  const link = await tx.setupLink.findUnique({
    where: { tokenSha256: new Uint8Array(tokenSha256) },
    include: { namespace: { select: { id: true, displayName: true } } },
  })
  if (link === null || link.usedAt !== null || link.expiresAt <= at) return null
  if (link.atStart && (await tx.person.findFirst({ select: { id: true } })) !== null) return null
  return { namespace: link.namespace }
}

async function applyWithin(tx: Prisma.TransactionClient, use: SetupLinkUse): Promise<SetupLinkOutcome> {
  const { at, person, newNamespace } = use
  const tokenSha256 = new Uint8Array(use.tokenSha256)
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(${FIRST_PERSON_LOCK}::int, 0)`
  // An earlier attempt of this call took effect.
  const earlier = await tx.membership.findFirst({ where: { personId: person.id } })
  if (earlier !== null) return { kind: 'used', namespaceId: earlier.namespaceId }
  const link = await findInForce(tx, tokenSha256, at)
  if (link === null) return { kind: 'closed' }
  if (!(await insertPerson(tx, person))) return { kind: 'email_taken' }
  await tx.setupLink.update({ where: { tokenSha256 }, data: { usedAt: at } })
  const namespaceId = link.namespace?.id ?? newNamespace.id
  const rules = link.namespace === null ? await makeNamespace(tx, newNamespace, at) : []
  const member = { namespaceId, personId: person.id, roles: ALL_ROLES, since: at }
  await tx.membership.create({ data: { ...member, administratorSince: at, byOperator: true } })
  await recordTenure(tx, { namespaceId, personId: person.id, roles: ALL_ROLES, at })
  await recordOperatorAdmission(tx, { namespaceId, personId: person.id, at })
  const times = { since: at.toISOString(), administrator_since: at.toISOString() }
  const details = { person: personLabelOf(person), person_id: person.id, roles: ALL_ROLES, by: 'setup link', ...times }
  await appendLog(tx, namespaceId, at, [{ kind: 'member_joined', actor: 'operator', details }, ...rules])
  return { kind: 'used', namespaceId }
}

/** Omits rules that need a passkey, since the administrator has no passkey yet. @returns the events to append */
async function makeNamespace(
  tx: Prisma.TransactionClient,
  { id, displayName, preset }: NewlyNamed,
  at: Date,
): Promise<LogEvent[]> {
  await tx.namespace.create({ data: { id, displayName, createdAt: at } })
  if (preset === undefined) return []
  const before = await findSettings(tx, id)
  if (before === null) throw new Error(`the new namespace ${id} is absent`)
  const strict = NAMESPACE_RULE_NAMES.filter((rule) => !NAMESPACE_RULES[rule].needsPasskey)
  const rules = preset === 'regulated' ? Object.fromEntries(strict.map((rule) => [rule, REGULATED_RULES[rule]])) : {}
  return [{ ...(await writeSettings(tx, id, before, { preset, ...rules })), actor: 'operator' }]
}
