/**
 * Unit libraries: what a namespace added to the built-in standards.
 *
 * Promises: every library that was ever in force is stored by its hash, unchanged; a converter is added to the very
 * library that the caller saw or not at all, so that of two added at once none is lost, by however many processes; with
 * it goes its entry in the namespace's log.
 * Trusts the caller that `hash` is the sha256 of `canonical`, that the text says what the converters in force say, and
 * that texts hold no NUL character.
 */
import type { Prisma } from '../../../generated/prisma/client'
import { type RepeatableCall, takeEffectOnce } from '../access/repeatable-calls'
import type { Database } from '../client/database'
import { contentText } from '../rulesets/damaged-content'
import { appendLog } from '../signing/append-log'

/** A converter as it was added: canonical units, exact numerals. */
export interface StoredConverter {
  readonly fromUnit: string
  readonly toUnit: string
  readonly factor: string
  readonly offset: string
  readonly attribution: string | null
  readonly addedAt: Date
  /** Label of the credential that added it. */
  readonly addedBy: string
}

export interface UnitLibraryInForce {
  /** Null for the built-in standards alone. */
  readonly hash: string | null
  /** Of each pair of units the converter that was added last, oldest first by that. */
  readonly converters: readonly StoredConverter[]
}

export interface NewConverter {
  readonly namespaceId: string
  /** Hash of the library in force that `library` was made from. */
  readonly seen: string | null
  readonly converter: StoredConverter
  /** The library that will be in force. */
  readonly library: { readonly hash: string; readonly canonical: string }
  /** Most bytes of sources and libraries that the namespace may hold (`namespace_bytes`). */
  readonly limitBytes: number
  /** Names whose rulesets the library changes, for the answer. */
  readonly affected?: readonly string[]
  /** Of a call that may be sent again; null for any other. */
  readonly call?: RepeatableCall | null
}

export type AddConverterResult =
  /** With what the first call said, if this one repeats it. */
  | {
      readonly kind: 'added'
      readonly hash: string
      readonly previous: string | null
      readonly affected: readonly string[]
      /** ISO 8601. */
      readonly addedAt: string
    }
  /** Another library came into force meanwhile. Nothing was stored. */
  | { readonly kind: 'stale' }
  /** Nothing was stored. `actual` is what the namespace would hold with the library. */
  | { readonly kind: 'namespace_full'; readonly actual: number }

export interface UnitLibraryVerbs {
  /** The canonical text of a library that is or was in force. @throws DamagedContent */
  findUnitLibrary(namespaceId: string, hash: string): Promise<string | null>
  /** Hash and converters belong together: one reading. */
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

/** One statement, so that no add comes between hash and converters. */
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
  const { namespaceId, seen, converter, library, limitBytes, affected = [] } = added
  const done = {
    kind: 'added',
    hash: library.hash,
    previous: seen,
    affected,
    addedAt: converter.addedAt.toISOString(),
  } as const
  // Held until the transaction ends: the next addition sees the library that comes into force here. Not against those
  // who refer to the namespace: one that appends to its log would wait for this one, and this one for it.
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
  const { fromUnit, toUnit, factor, offset, attribution, addedAt, addedBy } = converter
  const details = {
    ...{ from_unit: fromUnit, to_unit: toUnit, factor, offset, attribution },
    ...{ unit_library_hash: hash, previous_unit_library_hash: seen },
  }
  await appendLog(tx, namespaceId, addedAt, [{ kind: 'converter_added', actor: addedBy, details }])
  return done
}

/** Whether an earlier attempt of this very call took effect before its connection broke. */
async function isAdded(tx: Prisma.TransactionClient, { namespaceId, converter }: NewConverter): Promise<boolean> {
  return (await tx.unitConverter.count({ where: { namespaceId, ...converter } })) > 0
}
