/**
 * What a database is filled from: a backup file, or another database; and the error with which that refuses.
 */
import { z } from 'zod'
import type { Table } from './catalogue'
import type { RowsSeal } from './table-rows'

const tableShape = z.strictObject({ name: z.string(), columns: z.array(z.string()) })

/** First line of a backup: everything that must be known before the first row. */
export const transferHeader = z.strictObject({
  /** Release that read the data. */
  release: z.string(),
  made_at: z.iso.datetime(),
  /** Those applied to the database, in their order. */
  migrations: z.array(z.strictObject({ name: z.string(), checksum: z.string() })),
  tables: z.array(tableShape),
  sequences: z.array(
    z.strictObject({ name: z.string(), last_value: z.string().regex(/^-?\d+$/), is_called: z.boolean() }),
  ),
})

export type TransferHeader = z.output<typeof transferHeader>

interface TableRows {
  readonly table: Pick<Table, 'name' | 'columns'>
  /** Text of COPY in pieces; read to the end before the next table is asked for. */
  readonly rows: AsyncIterable<Buffer>
}

export interface TransferSource {
  readonly header: TransferHeader
  /** Every table of the header, in its order. May be read once. */
  tables(): AsyncIterable<TableRows>
  /** Of the tables that were read so far. */
  seals(): readonly RowsSeal[]
}

/**
 * The one error with which a backup, a restore or a move refuses.
 *
 * Promises: `message` is written for the operator: what was found, and what to do next. It holds no password. Nothing was
 * changed where it is thrown, unless it says so.
 */
export class TransferRefusal extends Error {
  override readonly name = 'TransferRefusal'
}
