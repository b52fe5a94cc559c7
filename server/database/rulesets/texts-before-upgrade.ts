/** Reads only columns that every release has. Changes nothing. */

import { type Database, openDatabase, type StoreLog } from '../client/database'
import { hasHash } from '../log/content-problems'
import { unitLibraryVerbs } from '../units/unit-libraries'

export interface StoredConverterText {
  readonly from: string
  readonly to: string
  readonly factor: string
  readonly offset: string
}

export interface NamespaceLibrary {
  readonly hash: string | null
  readonly converters: readonly StoredConverterText[]
}

export interface ApprovalInForce {
  readonly approver: string
  readonly approvedAt: Date
  /** The signed envelope. */
  readonly envelope: string | null
}

export interface TextBeforeUpgrade {
  readonly namespaceId: string
  readonly namespaceName: string
  readonly library: NamespaceLibrary
  readonly hash: string
  readonly names: readonly string[]
  /** Null if the bytes do not match the hash. */
  readonly source: string | null
  /** Oldest first. */
  readonly approvals: readonly ApprovalInForce[]
}

interface Row {
  readonly namespaceId: string
  readonly namespaceName: string
  readonly hash: string
  readonly source: Uint8Array
}

const RULESETS_PER_QUERY = 100

/** @param at approvals count at this time */
export async function* textsBeforeUpgrade(url: string, log: StoreLog, at: Date): AsyncGenerator<TextBeforeUpgrade> {
  const db = openDatabase({ url, log, connections: 2, retryForMs: 10_000, onStorageFault: () => {} })
  const libraries = new Map<string, NamespaceLibrary>()
  try {
    for (let last: Row | undefined, more = true; more; ) {
      const rows = await textsAfter(db, last)
      for (const { source, ...row } of rows) {
        const { namespaceId, hash } = row
        const library = libraries.get(namespaceId) ?? (await libraryOf(db, namespaceId))
        libraries.set(namespaceId, library)
        yield {
          ...row,
          library,
          names: await namesOf(db, namespaceId, hash),
          source: hasHash(source, hash) ? new TextDecoder('utf-8', { ignoreBOM: true }).decode(source) : null,
          approvals: await approvalsOf(db, namespaceId, hash, at),
        }
      }
      last = rows.at(-1)
      more = rows.length === RULESETS_PER_QUERY
    }
  } finally {
    await db.close()
  }
}

function textsAfter({ prisma, repeatable }: Database, last: Row | undefined): Promise<Row[]> {
  const after = last ?? { namespaceId: '00000000-0000-0000-0000-000000000000', hash: '' }
  return repeatable(
    () => prisma.$queryRaw<Row[]>`
      SELECT namespace_id::text AS "namespaceId", display_name AS "namespaceName", hash, source
      FROM ruleset JOIN namespace ON namespace.id = namespace_id
      WHERE (namespace_id, hash COLLATE "C") > (${after.namespaceId}::uuid, ${after.hash})
      ORDER BY namespace_id, hash COLLATE "C" LIMIT ${RULESETS_PER_QUERY}`,
  )
}

async function namesOf({ prisma, repeatable }: Database, namespaceId: string, hash: string): Promise<string[]> {
  const rows = await repeatable(
    () => prisma.$queryRaw<{ name: string }[]>`
      SELECT name FROM ruleset_name WHERE namespace_id = ${namespaceId}::uuid AND hash = ${hash}
      ORDER BY name COLLATE "C"`,
  )
  return rows.map(({ name }) => name)
}

async function approvalsOf({ prisma, repeatable }: Database, namespaceId: string, hash: string, at: Date) {
  const rows = await repeatable(
    () => prisma.$queryRaw<{ approver: string; approvedAt: Date; envelope: Uint8Array | null }[]>`
      SELECT approval.approver, approval.approved_at AS "approvedAt", record.envelope
      FROM approval
      LEFT JOIN review_record AS record ON record.approval_id = approval.id
      LEFT JOIN approval_withdrawal AS withdrawal ON withdrawal.approval_id = approval.id
      WHERE approval.namespace_id = ${namespaceId}::uuid AND approval.hash = ${hash}
        AND withdrawal.approval_id IS NULL AND (approval.expires_at IS NULL OR approval.expires_at > ${at}::timestamp)
      ORDER BY approval.sequence`,
  )
  return rows.map(({ envelope, ...row }) => ({
    ...row,
    envelope: envelope === null ? null : Buffer.from(envelope).toString('utf8'),
  }))
}

async function libraryOf(db: Database, namespaceId: string): Promise<NamespaceLibrary> {
  const { hash, converters } = await unitLibraryVerbs(db).readUnitLibrary(namespaceId)
  return {
    hash,
    converters: converters.map(({ fromUnit, toUnit, factor, offset }) => ({
      ...{ from: fromUnit, to: toUnit, factor, offset },
    })),
  }
}
