/** How people became members. The rows are permanent, unlike invitations, because signatures are judged by them. */
import type { Prisma } from '../../../generated/prisma/client'
import type { Database } from '../client/database'
import { appendLog } from '../log/append-log'
import { holdAdministration, membersInForce } from './administration'
import { personLabelOf } from './people'

export interface Admission {
  /** `confirmation`: by a second administrator. */
  readonly kind: 'invitation' | 'operator' | 'confirmation'
  /** Null for the operator, and if unknown. */
  readonly byId: string | null
  /** Label of the administrator, or `operator`. */
  readonly by: string
  readonly at: Date
}

/** By person id, oldest first. A person without an entry joined under a release that did not record it. */
export type Admissions = ReadonlyMap<string, readonly Admission[]>

export interface MemberConfirmation {
  readonly namespaceId: string
  readonly personId: string
  readonly by: { readonly personId: string; readonly label: string }
  readonly at: Date
}

/** `own`: nobody confirms their own account. `inviter`: the person who invited them is not the second administrator. */
export type ConfirmationOutcome = 'done' | 'unknown' | 'own' | 'inviter' | 'not_administrator'

export interface AdmissionVerbs {
  /** Covers former members too. */
  findAdmissions(namespaceId: string): Promise<Admissions>
  /** Confirms once for each administrator. */
  confirmMember(confirmation: MemberConfirmation): Promise<ConfirmationOutcome>
}

export function admissionVerbs({ prisma, repeatable }: Database): AdmissionVerbs {
  return {
    findAdmissions: (namespaceId) => repeatable(() => findAdmissions(prisma, namespaceId)),
    confirmMember: (confirmation) => repeatable(() => prisma.$transaction((tx) => confirmWithin(tx, confirmation))),
  }
}

const KINDS = ['invitation', 'operator', 'confirmation'] as const satisfies readonly Admission['kind'][]

type Client = Pick<Prisma.TransactionClient, 'memberAdmission' | 'membership'>

async function findAdmissions(client: Client, namespaceId: string): Promise<Admissions> {
  const admissions = new Map<string, Admission[]>()
  for (const { personId, kind, byId, by, at } of await client.memberAdmission.findMany({
    where: { namespaceId },
    orderBy: { id: 'asc' },
  })) {
    const known = KINDS.find((each) => each === kind)
    if (known === undefined) throw new Error(`a member was admitted by ${kind}`)
    const admission = { kind: known, byId, by, at }
    const earlier = admissions.get(personId)
    if (earlier === undefined) admissions.set(personId, [admission])
    else earlier.push(admission)
  }
  // Earlier releases recorded an operator's link only here.
  const where = { namespaceId, byOperator: true }
  for (const { personId, since } of await client.membership.findMany({
    where,
    select: { personId: true, since: true },
  })) {
    const own = admissions.get(personId) ?? []
    if (own.some(({ kind }) => kind === 'operator')) continue
    admissions.set(personId, [{ kind: 'operator', byId: null, by: 'operator', at: since }, ...own])
  }
  return admissions
}

interface Joining {
  readonly namespaceId: string
  readonly personId: string
  readonly at: Date
}

export async function recordOperatorAdmission(tx: Prisma.TransactionClient, joining: Joining): Promise<void> {
  await tx.memberAdmission.create({ data: { ...joining, kind: 'operator', by: 'operator' } })
}

/** Records the admission and, if a second administrator confirmed the invitation, who it was. */
export async function recordInvitedAdmission(
  tx: Prisma.TransactionClient,
  joining: Joining,
  invitation: { readonly id: string; readonly invitedBy: string; readonly invitedById: string | null },
): Promise<void> {
  const { id, invitedBy: by, invitedById: byId } = invitation
  await tx.memberAdmission.create({ data: { ...joining, kind: 'invitation', byId, by } })
  const changes = await tx.pendingChange.findMany({
    where: { namespaceId: joining.namespaceId, kind: 'invitation', outcome: 'confirmed', proposal: { contains: id } },
    select: { endedById: true, endedBy: true, endedAt: true },
  })
  for (const { endedById, endedBy, endedAt } of changes) {
    const data = { kind: 'confirmation', byId: endedById, by: endedBy ?? '', at: endedAt ?? joining.at }
    await tx.memberAdmission.create({ data: { ...joining, ...data } })
  }
}

async function confirmWithin(
  tx: Prisma.TransactionClient,
  { namespaceId, personId, by, at }: MemberConfirmation,
): Promise<ConfirmationOutcome> {
  await holdAdministration(tx, namespaceId)
  const members = await membersInForce(tx, namespaceId)
  const administrator = members.find((member) => member.personId === by.personId)
  if (administrator === undefined || administrator.administratorSince === null) return 'not_administrator'
  if (!members.some((member) => member.personId === personId)) return 'unknown'
  if (personId === by.personId) return 'own'
  const admissions = (await findAdmissions(tx, namespaceId)).get(personId) ?? []
  const own = admissions.filter(({ byId }) => byId === by.personId)
  if (own.some(({ kind }) => kind === 'confirmation')) return 'done'
  if (own.length > 0) return 'inviter'
  const data = { namespaceId, personId, kind: 'confirmation', byId: by.personId, by: by.label, at }
  await tx.memberAdmission.create({ data })
  const person = personLabelOf(await tx.person.findUniqueOrThrow({ where: { id: personId } }))
  const details = { person, person_id: personId, confirmed_at: at.toISOString(), confirmed_by_id: by.personId }
  await appendLog(tx, namespaceId, at, [{ kind: 'member_confirmed', actor: by.label, details }])
  return 'done'
}
