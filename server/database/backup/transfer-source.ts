import { z } from 'zod'
import type { Table } from '../client/catalogue'
import type { RowsSeal } from './table-rows'

const tableShape = z.strictObject({ name: z.string(), columns: z.array(z.string()) })

/** First line of a backup. */
export const transferHeader = z.strictObject({
  release: z.string(),
  made_at: z.iso.datetime(),
  migrations: z.array(z.strictObject({ name: z.string(), checksum: z.string() })),
  tables: z.array(tableShape),
  sequences: z.array(
    z.strictObject({ name: z.string(), last_value: z.string().regex(/^-?\d+$/), is_called: z.boolean() }),
  ),
})

export type TransferHeader = z.output<typeof transferHeader>

interface TableRows {
  readonly table: Pick<Table, 'name' | 'columns'>
  /** COPY text in pieces; read it to the end before the next table. */
  readonly rows: AsyncIterable<Buffer>
}

export interface TransferSource {
  readonly header: TransferHeader
  /** In the header's order. May be read once. */
  tables(): AsyncIterable<TableRows>
  seals(): readonly RowsSeal[]
}

/** `message` tells the operator what to do, without a password. Nothing was changed unless it says so. */
export class TransferRefusal extends Error {
  override readonly name = 'TransferRefusal'
}
