/** Rows as text of PostgreSQL's COPY. Equal rows give equal bytes on every server in a `withTransaction` connection. */
import { createHash } from 'node:crypto'
import type { EventEmitter } from 'node:events'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import type { Table } from '../client/catalogue'

export interface RowsSeal {
  readonly name: string
  readonly rows: number
  readonly sha256: string
}

const NEW_LINE = 0x0a

/** Read to the end, or the connection is unusable. */
export async function* readRows(client: pg.Client, { name, columns, order }: Table): AsyncGenerator<Buffer> {
  const rows = `SELECT ${listOf(columns)} FROM ${pg.escapeIdentifier(name)} ORDER BY ${order}`
  yield* withErrorListener(client.query(copyTo(`COPY (${rows}) TO STDOUT`)))
}

export async function writeRows(
  client: pg.Client,
  { name, columns }: Pick<Table, 'name' | 'columns'>,
  rows: AsyncIterable<Buffer>,
): Promise<void> {
  const into = `${pg.escapeIdentifier(name)} (${listOf(columns)})`
  await pipeline(Readable.from(rows), withErrorListener(client.query(copyFrom(`COPY ${into} FROM STDIN`))))
}

/** COPY reports a lost connection even without a reader, and an error without a listener ends the process. */
function withErrorListener<T extends EventEmitter>(stream: T): T {
  return stream.on('error', () => undefined)
}

function listOf(columns: readonly string[]): string {
  return columns.map(pg.escapeIdentifier).join(', ')
}

export async function* sealRows(
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

export async function sealOf(client: pg.Client, table: Table): Promise<RowsSeal> {
  let seal: RowsSeal | null = null
  for await (const _ of sealRows(table.name, readRows(client, table), (made) => {
    seal = made
  }));
  if (seal === null) throw new Error(`the rows of ${table.name} ended without a seal`)
  return seal
}
