import { Prisma } from '../../../generated/prisma/client'
import type { NotificationReason } from '../../api/terms/notification-terms'
import type { Actor, Audience, Telling } from './telling'

export interface ToldPerson {
  readonly personId: string
  readonly reason: NotificationReason
  readonly waits: boolean
}

export interface ToldAbout {
  readonly namespaceId: string
  readonly name: string | null
  readonly hash: string | null
  /** Null if the actor is not a person. */
  readonly actorId: string | null
}

/** Returns only enabled members with a role, and never the actor. */
export async function findAudience(
  tx: Prisma.TransactionClient,
  about: ToldAbout,
  { addressed, unlessKey }: Pick<Telling, 'addressed' | 'unlessKey'>,
): Promise<ToldPerson[]> {
  if (addressed.every(({ audience }) => audience.of === 'people' && audience.ids.length === 0)) return []
  const { namespaceId, actorId } = about
  const queries = addressed.map(
    ({ audience, reason, waits }, nth) => Prisma.sql`
      SELECT each.person_id, ${reason}::text AS reason, ${waits}::boolean AS waits, ${nth}::int AS nth
      FROM (${membersOf(audience, about)}) AS each (person_id)`,
  )
  return tx.$queryRaw<ToldPerson[]>`
    SELECT DISTINCT ON (member.person_id) member.person_id AS "personId", told.reason, told.waits
    FROM (${Prisma.join(queries, ' UNION ALL ')}) AS told
    JOIN membership member ON member.namespace_id = ${namespaceId}::uuid AND member.person_id = told.person_id
    JOIN person ON person.id = member.person_id
    WHERE person.disabled_at IS NULL AND cardinality(member.roles) > 0
      AND member.person_id IS DISTINCT FROM ${actorId}::uuid
      AND NOT EXISTS (
        SELECT FROM notification earlier WHERE earlier.namespace_id = ${namespaceId}::uuid
          AND earlier.person_id = member.person_id AND earlier.key = ${unlessKey})
    ORDER BY member.person_id, told.nth`
}

function membersOf(audience: Audience, { namespaceId, name, hash }: ToldAbout): Prisma.Sql {
  const ns = Prisma.sql`${namespaceId}::uuid`
  switch (audience.of) {
    case 'people':
      return Prisma.sql`SELECT unnest(${[...audience.ids]}::uuid[])`
    case 'authors':
      return Prisma.sql`
        SELECT person_id FROM name_binding WHERE namespace_id = ${ns} AND hash = ${hash}
        UNION SELECT stored_by_person_id FROM ruleset WHERE namespace_id = ${ns} AND hash = ${hash}`
    case 'signers':
      return Prisma.sql`
        SELECT person_id FROM review_record
        WHERE namespace_id = ${ns} AND hash = ${hash} AND meaning IN ('approved', 'reviewed')`
    case 'earlier_signers':
      return Prisma.sql`
        SELECT person_id FROM review_record WHERE namespace_id = ${ns} AND hash IN (
          SELECT hash FROM name_binding WHERE namespace_id = ${ns} AND name = ${name} AND hash <> ${hash})`
    case 'reviewers':
      return Prisma.sql`
        SELECT unnest(reviewer_ids) FROM followed_review WHERE namespace_id = ${ns} AND name = ${name}
        UNION SELECT person_id FROM membership WHERE namespace_id = ${ns} AND 'reviewer' = ANY (roles) AND EXISTS (
          SELECT FROM followed_review WHERE namespace_id = ${ns} AND name = ${name} AND any_reviewer)`
    case 'opener':
      return Prisma.sql`SELECT opener_id FROM followed_review WHERE namespace_id = ${ns} AND name = ${name}`
    case 'any_reviewer':
      return Prisma.sql`SELECT person_id FROM membership WHERE namespace_id = ${ns} AND 'reviewer' = ANY (roles)`
    case 'thread':
      return Prisma.sql`
        SELECT person_id FROM followed_comment WHERE namespace_id = ${ns} AND thread_id = (
          SELECT thread_id FROM followed_comment
          WHERE namespace_id = ${ns} AND comment_id = ${audience.commentId}::uuid)`
    case 'administrators':
      return Prisma.sql`SELECT person_id FROM membership WHERE namespace_id = ${ns} AND 'administrator' = ANY (roles)`
    case 'administrators_if_used':
      return Prisma.sql`
        SELECT person_id FROM membership WHERE namespace_id = ${ns} AND 'administrator' = ANY (roles) AND EXISTS (
          SELECT FROM guardrail WHERE namespace_id = ${ns} AND type = 'policy_rules'
            AND configuration ->> 'ruleset_hash' = ${hash})`
  }
}

/** Null if it is not a person, for example a credential. */
export async function findActor(
  tx: Prisma.TransactionClient,
  namespaceId: string,
  actor: Actor,
): Promise<string | null> {
  if (actor.by === 'person') return actor.id
  if (actor.by === 'record') {
    const record = await tx.reviewRecord.findUnique({ where: { id: actor.recordId, namespaceId } })
    return record?.personId ?? null
  }
  const email = /<([^<>]+)>$/.exec(actor.label)?.[1]
  const person = email === undefined ? null : await tx.person.findUnique({ where: { email } })
  return person?.id ?? null
}

interface NamedRevision {
  readonly name: string | null
  readonly hash: string | null
}

/** Completes the name from the hash, or the hash from the name, as they were bound at a time. */
export async function completeRevision(
  tx: Prisma.TransactionClient,
  namespaceId: string,
  at: Date,
  { name, hash }: NamedRevision,
): Promise<NamedRevision> {
  if (name === null && hash !== null) {
    // Prefers a name that pointed at the bytes at that time to one that had left them.
    const [bound] = await tx.$queryRaw<{ name: string }[]>`
      SELECT name FROM name_binding bound
      WHERE namespace_id = ${namespaceId}::uuid AND hash = ${hash} AND bound_at <= ${at}::timestamp
      ORDER BY EXISTS (
        SELECT FROM name_binding later WHERE later.namespace_id = bound.namespace_id AND later.name = bound.name
          AND later.id > bound.id AND later.bound_at <= ${at}::timestamp), id DESC
      LIMIT 1`
    return { name: bound?.name ?? null, hash }
  }
  if (name === null || hash !== null) return { name, hash }
  const bound = await tx.nameBinding.findFirst({
    where: { namespaceId, name, boundAt: { lte: at } },
    orderBy: { id: 'desc' },
  })
  return { name, hash: bound?.hash ?? null }
}
