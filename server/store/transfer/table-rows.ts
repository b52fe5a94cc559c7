/**
 * The rows of one table as the text of PostgreSQL's COPY: a line a row, exact for every type.
 *
 * Promises: the same rows give the same bytes on every server, whatever its version and collation; memory does not grow
 * with the table. Trusts the connection to be one of `withTransaction`.
 */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Table } from './catalogue'

/** Of the rows of one table, in their order. */
export interface RowsSeal {
  readonly name: string
  readonly rows: number
  readonly sha256: string
}

const NEW_LINE = 0x0a

/** The rows in the table's order, in pieces of any size. It is read to its end, or the connection is of no more use. */
export function readRows(client: pg.Client, { name, columns, order }: Table): AsyncIterable<Buffer> {
  const list = columns.map(pg.escapeIdentifier).join(', ')
  return client.query(copyTo(`COPY (SELECT ${list} FROM ${pg.escapeIdentifier(name)} ORDER BY ${order}) TO STDOUT`))
}

export async function writeRows(
  client: pg.Client,
  { name, columns }: Pick<Table, 'name' | 'columns'>,
  rows: AsyncIterable<Buffer>,
): Promise<void> {
  const list = columns.map(pg.escapeIdentifier).join(', ')
  await pipeline(Readable.from(rows), client.query(copyFrom(`COPY ${pg.escapeIdentifier(name)} (${list}) FROM STDIN`)))
}

/** Passes the rows on and seals them when they end. */
export async function* sealing(
  name: string,
  rows: AsyncIterable<Buffer>,
  sealed: (seal: RowsSeal) => void,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let count = 0
  for await (const piece of rows) {
    hash.update(piece)
    for (let at = piece.indexOf(NEW_LINE); at !== -1; at = piece.indexOf(NEW_LINE, at + 1)) count++
    yield piece
  }
  sealed({ name, rows: count, sha256: hash.digest('hex') })
}

/** The seal of a table as it is in the database. */
export async function sealOf(client: pg.Client, table: Table): Promise<RowsSeal> {
  let seal: RowsSeal | null = null
  for await (const _ of sealing(table.name, readRows(client, table), (made) => {
    seal = made
  }));
  if (seal === null) throw new Error(`the rows of ${table.name} ended without a seal`)
  return seal
}
