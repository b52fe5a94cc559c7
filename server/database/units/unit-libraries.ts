/**
 * Converters are only added to the library that the caller saw, so concurrent additions are never lost. Every library
 * ever in force is stored. `hash` is the sha256 of `canonical`.
 */
import type { Prisma } from '../../../generated/prisma/client'
import { type RepeatableCall, takeEffectOnce } from '../access/repeatable-calls'
import type { Database } from '../client/database'
import { holdGuardsForEditor } from '../guards/tool-guards'
import { appendLog } from '../log/append-log'
import { contentText } from '../log/content-problems'

/** Canonical units, exact numerals. */
export interface StoredConverter {
  readonly fromUnit: string
  readonly toUnit: string
  readonly factor: string
  readonly offset: string
  readonly attribution: string | null
  readonly addedAt: Date
  readonly addedBy: string
}

export interface UnitLibraryInForce {
  /** Null for only the built-in standards. */
  readonly hash: string | null
  /** The latest converter of each pair of units, oldest first. */
  readonly converters: readonly StoredConverter[]
}

export interface NewConverter {
  readonly namespaceId: string
  /** Hash of the library that `library` extends. */
  readonly seen: string | null
  readonly converter: StoredConverter
  /** Who adds it; null for a program. */
  readonly editorId: string | null
  readonly library: { readonly hash: string; readonly canonical: string }
  /** Limit for the whole namespace (`namespace_bytes`). */
  readonly limitBytes: number
  readonly affected?: readonly string[]
  readonly call?: RepeatableCall | null
}

export type AddConverterResult =
  /** A repeated call gets the first answer. */
  | {
      readonly kind: 'added'
      readonly hash: string
      readonly previous: string | null
      readonly affected: readonly string[]
      /** ISO 8601. */
      readonly addedAt: string
    }
  | { readonly kind: 'stale' }
  /** `actual` would be the new size. */
  | { readonly kind: 'namespace_full'; readonly actual: number }

export interface UnitLibraryVerbs {
  /** Returns the canonical text. @throws DamagedContentError */
  findUnitLibrary(namespaceId: string, hash: string): Promise<string | null>
  readUnitLibrary(namespaceId: string): Promise<UnitLibraryInForce>
  addConverter(converter: NewConverter): Promise<AddConverterResult>
}

export function unitLibraryVerbs({ prisma, repeatable }: Database): UnitLibraryVerbs {
  return {
    findUnitLibrary: (namespaceId, hash) =>
      repeatable(async () => {
        const row = await prisma.unitLibrary.findUnique({ where: { namespaceId_hash: { namespaceId, hash } } })
        return row && contentText(row.canonical, { kind: 'unit library', namespaceId, hash })
      }),

    readUnitLibrary: (namespaceId) => repeatable(() => readInForce(prisma, namespaceId)),

    addConverter: (converter) =>
      repeatable(() =>
        prisma.$transaction((tx) =>
          takeEffectOnce(
            tx,
            converter.namespaceId,
            converter.call ?? null,
            () => addUnlessStale(tx, converter),
            ({ kind }) => kind === 'added',
          ),
        ),
      ),
  }
}

type RowInForce = { readonly hash: string | null } & (
  | { readonly id: null }
  | {
      readonly id: bigint
      readonly from_unit: string
      readonly to_unit: string
      readonly factor: string
      readonly offset: string
      readonly attribution: string | null
      readonly added_at: Date
      readonly added_by: string
    }
)

/** One statement, so hash and converters belong together. */
async function readInForce(prisma: Prisma.TransactionClient, namespaceId: string): Promise<UnitLibraryInForce> {
  const rows = await prisma.$queryRaw<RowInForce[]>`
    SELECT namespace.unit_library_hash AS hash, latest.*
    FROM namespace LEFT JOIN (
      SELECT DISTINCT ON (least(from_unit COLLATE "C", to_unit), greatest(from_unit COLLATE "C", to_unit))
        id, from_unit, to_unit, factor, "offset", attribution, added_at, added_by
      FROM unit_converter
      WHERE namespace_id = ${namespaceId}::uuid
      ORDER BY least(from_unit COLLATE "C", to_unit), greatest(from_unit COLLATE "C", to_unit), id DESC
    ) AS latest ON true
    WHERE namespace.id = ${namespaceId}::uuid
    ORDER BY latest.id`
  const converters = rows.flatMap((row): StoredConverter[] =>
    row.id === null
      ? []
      : [
          {
            ...{ fromUnit: row.from_unit, toUnit: row.to_unit, factor: row.factor, offset: row.offset },
            ...{ attribution: row.attribution, addedAt: row.added_at, addedBy: row.added_by },
          },
        ],
  )
  return { hash: rows[0]?.hash ?? null, converters }
}

async function addUnlessStale(tx: Prisma.TransactionClient, added: NewConverter): Promise<AddConverterResult> {
  const { namespaceId, seen, converter, editorId, library, limitBytes, affected = [] } = added
  const done = {
    kind: 'added',
    hash: library.hash,
    previous: seen,
    affected,
    addedAt: converter.addedAt.toISOString(),
  } as const
  const addEditor = await holdGuardsForEditor(tx, namespaceId, editorId)
  // Additions take turns. Appending to the log also locks the namespace, so a stronger lock would deadlock.
  const [namespace] = await tx.$queryRaw<{ hash: string | null; bytes: bigint }[]>`
    SELECT unit_library_hash AS hash, stored_bytes AS bytes FROM namespace WHERE id = ${namespaceId}::uuid
    FOR NO KEY UPDATE`
  if (namespace === undefined) throw new Error(`there is no namespace ${namespaceId}`)
  if (await isAdded(tx, added)) return done
  if (namespace.hash !== seen) return { kind: 'stale' }
  const { hash } = library
  const canonical = new TextEncoder().encode(library.canonical)
  const isStored = (await tx.unitLibrary.count({ where: { namespaceId, hash } })) > 0
  const storedBytes = namespace.bytes + BigInt(isStored ? 0 : canonical.length)
  if (storedBytes > limitBytes) return { kind: 'namespace_full', actual: Number(storedBytes) }
  if (!isStored) await tx.unitLibrary.create({ data: { namespaceId, hash, canonical, createdAt: converter.addedAt } })
  await tx.namespace.update({ where: { id: namespaceId }, data: { unitLibraryHash: hash, storedBytes } })
  await tx.unitConverter.create({ data: { namespaceId, ...converter } })
  await addEditor()
  const { fromUnit, toUnit, factor, offset, attribution, addedAt, addedBy } = converter
  const details = {
    ...{ from_unit: fromUnit, to_unit: toUnit, factor, offset, attribution },
    ...{ unit_library_hash: hash, previous_unit_library_hash: seen },
  }
  await appendLog(tx, namespaceId, addedAt, [{ kind: 'converter_added', actor: addedBy, details }])
  return done
}

/** Whether an earlier attempt of this call took effect. */
async function isAdded(tx: Prisma.TransactionClient, { namespaceId, converter }: NewConverter): Promise<boolean> {
  return (await tx.unitConverter.count({ where: { namespaceId, ...converter } })) > 0
}
