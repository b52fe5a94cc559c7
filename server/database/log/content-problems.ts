/** Finds missing texts, and texts that do not match their hash, whose bytes never leave the database folder. */
import { createHash } from 'node:crypto'
import { Prisma } from '../../../generated/prisma/client'

export type ContentKind = 'ruleset' | 'unit library' | 'comparison'

export interface ContentId {
  readonly kind: ContentKind
  readonly namespaceId: string
  /** sha256 of the text, 64 lowercase hex characters. */
  readonly hash: string
}

export class DamagedContentError extends Error {
  constructor(readonly id: ContentId) {
    super(`the stored bytes of ${id.kind} ${id.hash} in namespace ${id.namespaceId} do not have this hash`)
    this.name = 'DamagedContentError'
  }
}

export function hasHash(bytes: Uint8Array, hash: string): boolean {
  return createHash('sha256').update(bytes).digest('hex') === hash
}

/** @throws DamagedContentError */
export function contentText(bytes: Uint8Array, id: ContentId): string {
  if (!hasHash(bytes, id.hash)) throw new DamagedContentError(id)
  // A byte order mark is part of the text.
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
}

type Client = Pick<Prisma.TransactionClient, '$queryRaw'>

const TEXTS_PER_QUERY = 500

const TEXTS: readonly (readonly [kind: ContentKind, table: string, column: string])[] = [
  ['ruleset', 'ruleset', 'source'],
  ['unit library', 'unit_library', 'canonical'],
  ['comparison', 'ruleset_comparison', 'canonical'],
]

export async function contentProblems(client: Client, namespaceId: string, limit: number): Promise<ContentProblem[]> {
  const problems: ContentProblem[] = []
  for (const [kind, table, column] of TEXTS)
    for (let after = '', full = true; full; ) {
      const page = await client.$queryRaw<{ hash: string; intact: boolean }[]>`
        SELECT hash, encode(sha256(${Prisma.raw(column)}), 'hex') = hash AS intact FROM ${Prisma.raw(table)}
        WHERE namespace_id = ${namespaceId}::uuid AND hash > ${after} ORDER BY hash LIMIT ${TEXTS_PER_QUERY}`
      for (const { hash, intact } of page) if (!intact) problems.push({ kind, hash, problem: 'damaged' })
      full = page.length === TEXTS_PER_QUERY && problems.length < limit
      after = page.at(-1)?.hash ?? after
    }
  const missing = await client.$queryRaw<{ hash: string; kind: ContentKind }[]>`
    SELECT hash, 'ruleset' AS kind FROM (
      SELECT hash FROM name_binding WHERE namespace_id = ${namespaceId}::uuid
      UNION SELECT hash FROM ruleset_name WHERE namespace_id = ${namespaceId}::uuid
      UNION SELECT hash FROM approval WHERE namespace_id = ${namespaceId}::uuid
      UNION SELECT hash FROM review_record WHERE namespace_id = ${namespaceId}::uuid
    ) AS named
    WHERE NOT EXISTS (SELECT FROM ruleset WHERE namespace_id = ${namespaceId}::uuid AND ruleset.hash = named.hash)
    UNION ALL
    SELECT unit_library_hash, 'unit library' FROM namespace
    WHERE id = ${namespaceId}::uuid AND unit_library_hash IS NOT NULL AND NOT EXISTS (
      SELECT FROM unit_library WHERE namespace_id = namespace.id AND hash = unit_library_hash)
    LIMIT ${limit}`
  return [...problems, ...missing.map(({ kind, hash }): ContentProblem => ({ kind, hash, problem: 'missing' }))]
}

export interface ContentProblem {
  readonly kind: ContentKind
  readonly hash: string
  /** `missing`: a name, approval or record refers to it. */
  readonly problem: 'damaged' | 'missing'
}
