/**
 * The log has no event for the end of an approval's time, so such approvals are looked for. The key of a notification names the
 * approval and the stage, so that nobody is told twice.
 */
import type { Prisma } from '../../../generated/prisma/client'
import type { Database } from '../client/database'
import { findHearingWebhooks, storeTelling, type TellingOptions } from './store-telling'
import type { Telling } from './telling'

/** An approval in force that ends soon, or one that ended. */
export interface EndingApproval {
  readonly id: string
  readonly hash: string
  readonly signerId: string
  readonly printedName: string
  readonly expiresAt: Date
  readonly stage: ExpiryStage
}

/** Days before the end; 0 after it. */
export type ExpiryStage = 14 | 3 | 0

export interface ExpiryOptions extends TellingOptions {
  readonly now: Date
  /** Days after the end in which people are still told. */
  readonly lateDays: number
  readonly tellingOf: (approval: EndingApproval) => Telling
}

export interface ExpiryVerbs {
  /** Tells about approvals that will end or have ended. Does nothing while another process does it. */
  deriveExpiries(options: ExpiryOptions): Promise<void>
}

const EXPIRY_LOCK = 31

export function expiryVerbs({ prisma, repeatable }: Database): ExpiryVerbs {
  return {
    deriveExpiries: async (options) => {
      const namespaces = await repeatable(() => namespacesWithEnds(prisma, options))
      for (const { id } of namespaces)
        await repeatable(() => prisma.$transaction((tx) => deriveWithin(tx, id, options)))
    },
  }
}

function namespacesWithEnds(prisma: Database['prisma'], { now, lateDays }: ExpiryOptions): Promise<{ id: string }[]> {
  return prisma.$queryRaw`
    SELECT DISTINCT namespace_id::text AS id FROM approval
    WHERE expires_at > ${now}::timestamp - make_interval(days => ${lateDays}::int)
      AND expires_at <= ${now}::timestamp + interval '14 days'`
}

async function deriveWithin(
  tx: Prisma.TransactionClient,
  namespaceId: string,
  { now, lateDays, tellingOf, ...options }: ExpiryOptions,
): Promise<void> {
  const [lock] = await tx.$queryRaw<{ held: boolean }[]>`
    SELECT pg_try_advisory_xact_lock(${EXPIRY_LOCK}::int, hashtext(${namespaceId})) AS held`
  if (lock?.held !== true) return
  // Short approvals are not announced at stages before they were made, and a longer one by the same person replaces one.
  const ending = await tx.$queryRaw<EndingApproval[]>`
    SELECT ending.*
    FROM (
      SELECT approval.id::text, approval.hash, review.person_id::text AS "signerId",
        review.printed_name AS "printedName", approval.expires_at AS "expiresAt", approval.approved_at,
        CASE WHEN approval.expires_at <= ${now}::timestamp THEN 0
          WHEN approval.expires_at <= ${now}::timestamp + interval '3 days' THEN 3 ELSE 14 END AS stage
      FROM approval JOIN review_record review ON review.approval_id = approval.id
      WHERE approval.namespace_id = ${namespaceId}::uuid
        AND approval.expires_at > ${now}::timestamp - make_interval(days => ${lateDays}::int)
        AND approval.expires_at <= ${now}::timestamp + interval '14 days'
        AND NOT EXISTS (SELECT FROM approval_withdrawal WHERE approval_id = approval.id)
        AND NOT EXISTS (
          SELECT FROM approval longer JOIN review_record ON review_record.approval_id = longer.id
          WHERE longer.namespace_id = approval.namespace_id AND longer.hash = approval.hash
            AND review_record.person_id = review.person_id
            AND (longer.expires_at IS NULL OR longer.expires_at > approval.expires_at)
            AND NOT EXISTS (SELECT FROM approval_withdrawal WHERE approval_id = longer.id))
        AND (
          EXISTS (SELECT FROM ruleset_name WHERE namespace_id = approval.namespace_id AND hash = approval.hash)
          OR EXISTS (
            SELECT FROM guardrail WHERE namespace_id = approval.namespace_id AND type = 'policy_rules'
              AND configuration ->> 'ruleset_hash' = approval.hash))
    ) AS ending
    WHERE ending.approved_at <= ending."expiresAt" - make_interval(days => ending.stage)`
  const webhooks = await findHearingWebhooks(tx, namespaceId)
  for (const approval of ending) {
    const at = approval.stage === 0 ? approval.expiresAt : now
    const context = { namespaceId, actorId: null, occasion: 'time', at, now, webhooks }
    await storeTelling(tx, context, tellingOf(approval), options)
  }
}
