/** The stored facts from which approvals are judged, in three queries. */

import { Prisma } from '../../../generated/prisma/client'
import type { Database } from '../client/database'
import type { ActingParty } from '../log/log-event'
import { inForceSql } from './approvals'

/** An act that can make a person an author. */
export interface AuthoringAct {
  readonly personId: string | null
  readonly credentialId: string | null
  /** Null if it was not recorded, by an earlier release or without people. */
  readonly channel: ActingParty['channel'] | null
  /** Null for a person or a removed credential. */
  readonly credentialLabel: string | null
  /** Null for the operator, or if unknown. */
  readonly issuedById: string | null
}

export interface BindingAct extends AuthoringAct {
  readonly withApproval: boolean
}

export interface SignedApproval {
  readonly recordId: string
  readonly personId: string
  readonly printedName: string
  /** Whether the signer is or ever was an administrator. */
  readonly everAdministrator: boolean
}

export interface ApprovalFacts {
  readonly stored: AuthoringAct
  /** One of each kind, oldest first, without renames. */
  readonly bindings: readonly BindingAct[]
  /** Oldest first. */
  readonly signed: readonly SignedApproval[]
}

export interface ApprovalFactVerbs {
  /** By hash. */
  approvalFacts(namespaceId: string, hashes: readonly string[], at: Date): Promise<Map<string, ApprovalFacts>>
  /** Whether a person is or ever was an administrator. */
  wasAdministrator(namespaceId: string, personId: string): Promise<boolean>
  /** The signed envelopes by record id. */
  signedEnvelopes(namespaceId: string, recordIds: readonly string[]): Promise<Map<string, Uint8Array>>
}

type Row<T> = T & { readonly hash: string }

export function approvalFactVerbs(db: Database): ApprovalFactVerbs {
  return {
    approvalFacts: async (namespaceId, hashes, at) => {
      if (hashes.length === 0) return new Map()
      // Approvals first, so that a concurrent save can only add an author, not hide one.
      const signed = await db.repeatable(() => signedApprovals(db, namespaceId, hashes, at))
      const stored = await db.repeatable(() => storingActs(db, namespaceId, hashes))
      const bindings = await db.repeatable(() => bindingActs(db, namespaceId, hashes))
      const facts = new Map(
        stored.map(({ hash, ...act }) => [hash, { stored: act, bindings: [], signed: [] } as Facts]),
      )
      for (const { hash, ...act } of bindings) facts.get(hash)?.bindings.push(act)
      for (const { hash, ...approval } of signed) facts.get(hash)?.signed.push(approval)
      return facts
    },

    wasAdministrator: (namespaceId, personId) =>
      db.repeatable(async () => {
        const [row] = await db.prisma.$queryRaw<{ readonly was: boolean }[]>`
          SELECT ${everAdministrator(namespaceId, Prisma.sql`${personId}::uuid`)} AS was`
        return row?.was ?? false
      }),

    signedEnvelopes: (namespaceId, recordIds) =>
      db.repeatable(async () => {
        if (recordIds.length === 0) return new Map()
        const where = { namespaceId, id: { in: [...recordIds] } }
        const rows = await db.prisma.reviewRecord.findMany({ where, select: { id: true, envelope: true } })
        return new Map(rows.map(({ id, envelope }) => [id, envelope]))
      }),
  }
}

interface Facts extends ApprovalFacts {
  readonly bindings: BindingAct[]
  readonly signed: SignedApproval[]
}

function signedApprovals({ prisma }: Database, namespaceId: string, hashes: readonly string[], at: Date) {
  return prisma.$queryRaw<Row<SignedApproval>[]>`
    SELECT approval.hash, record.id::text AS "recordId", record.person_id::text AS "personId",
      record.printed_name AS "printedName",
      ${everAdministrator(namespaceId, Prisma.sql`record.person_id`)} AS "everAdministrator"
    FROM approval JOIN review_record AS record ON record.approval_id = approval.id
    WHERE approval.namespace_id = ${namespaceId}::uuid AND approval.hash = ANY(${[...hashes]})
      AND record.namespace_id = approval.namespace_id AND record.hash = approval.hash AND ${inForceSql(at)}
    ORDER BY approval.sequence`
}

/** Whether a person is or ever was an administrator, as SQL. */
export function everAdministrator(namespaceId: string, personId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(EXISTS (
      SELECT FROM administrator_tenure AS tenure
      WHERE tenure.namespace_id = ${namespaceId}::uuid AND tenure.person_id = ${personId}
    ) OR EXISTS (
      SELECT FROM membership
      WHERE membership.namespace_id = ${namespaceId}::uuid AND membership.person_id = ${personId}
        AND 'administrator' = ANY (membership.roles)
    ))`
}

function storingActs({ prisma }: Database, namespaceId: string, hashes: readonly string[]) {
  return prisma.$queryRaw<Row<AuthoringAct>[]>`
    SELECT ruleset.hash, stored_by_person_id::text AS "personId", stored_by_credential_id::text AS "credentialId",
      stored_channel::text AS channel, credential.label AS "credentialLabel", issued_by_id::text AS "issuedById"
    FROM ruleset
    LEFT JOIN credential ON credential.id = stored_by_credential_id AND credential.namespace_id = ruleset.namespace_id
    WHERE ruleset.namespace_id = ${namespaceId}::uuid AND ruleset.hash = ANY(${[...hashes]})`
}

function bindingActs({ prisma }: Database, namespaceId: string, hashes: readonly string[]) {
  return prisma.$queryRaw<Row<BindingAct>[]>`
    WITH act AS (
      SELECT hash, person_id, credential_id, channel, with_approval, min(id) AS first
      FROM name_binding
      WHERE namespace_id = ${namespaceId}::uuid AND hash = ANY(${[...hashes]}) AND renamed_from IS NULL
      GROUP BY hash, person_id, credential_id, channel, with_approval
    )
    SELECT act.hash, person_id::text AS "personId", credential_id::text AS "credentialId", channel::text AS channel,
      with_approval AS "withApproval", credential.label AS "credentialLabel", issued_by_id::text AS "issuedById"
    FROM act
    LEFT JOIN credential ON credential.id = credential_id AND credential.namespace_id = ${namespaceId}::uuid
    ORDER BY first`
}
