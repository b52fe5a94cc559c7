/**
 * Reads backup files. Memory does not grow with the file. `checkBackup` reads all of it, so a damaged one is refused
 * before anything changes. No process may write to the file meanwhile.
 */
import { createReadStream, statSync } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import {
  END_OF_ROWS,
  formatLine,
  type HeaderLine,
  headerLine,
  type Manifest,
  manifest as manifestLine,
  sha256Of,
} from './backup-format'
import { EndsEarlyError, LineReader } from './line-reader'
import { type RowsSeal, sealRows } from './table-rows'
import { type TransferHeader, TransferRefusal, type TransferSource } from './transfer-source'

export interface CheckedBackup {
  readonly header: TransferHeader
  readonly manifest: Manifest
}

/** @throws TransferRefusal that says what is wrong */
export async function checkBackup(file: string, signal: AbortSignal): Promise<CheckedBackup> {
  return readWhole(file, signal, async (source, lines, header) => {
    for await (const { rows } of source.tables()) for await (const _ of rows);
    const last = await lines.line()
    if (last === null) throw new EndsEarlyError()
    const read = parseLine(last, manifestLine)
    const same =
      read !== null &&
      read.header_sha256 === header.sha256 &&
      JSON.stringify(read.tables) === JSON.stringify(source.seals())
    if (!same) throw new DamagedBackupError('its content is not what its manifest says')
    if ((await lines.line()) !== null) throw new DamagedBackupError('something follows its end')
    return { header: source.header, manifest: read }
  })
}

/** Reads a file that was checked. */
export function readBackup<T>(
  file: string,
  signal: AbortSignal,
  use: (source: TransferSource) => Promise<T>,
): Promise<T> {
  return readWhole(file, signal, use)
}

class DamagedBackupError extends Error {}

async function readWhole<T>(
  file: string,
  signal: AbortSignal,
  use: (source: TransferSource, lines: LineReader, header: { sha256: string }) => Promise<T>,
): Promise<T> {
  refuseUnreadable(file)
  const text = createGunzip()
  // The reader gets the error.
  pipeline(createReadStream(file, { signal }), text, () => undefined)
  try {
    const lines = new LineReader(text)
    const first = await lines.line()
    if (first === null) throw new EndsEarlyError()
    return await use(sourceOf(parseHeader(first, file), lines), lines, { sha256: sha256Of(`${first.toString()}\n`) })
  } catch (error) {
    throw explainDamage(file, error)
  } finally {
    text.destroy()
  }
}

function refuseUnreadable(file: string): void {
  const status = statSync(file, { throwIfNoEntry: false })
  if (status === undefined) throw new TransferRefusal(`There is no file ${file}.`)
  if (!status.isFile()) throw new TransferRefusal(`${file} is not a file.`)
}

function sourceOf({ format: _, version: __, ...header }: HeaderLine, lines: LineReader): TransferSource {
  const seals: RowsSeal[] = []
  return {
    header,
    seals: () => seals,
    tables: async function* () {
      for (const table of header.tables)
        yield { table, rows: sealRows(table.name, lines.linesBefore(END_OF_ROWS), (seal) => seals.push(seal)) }
    },
  }
}

function parseHeader(line: Buffer, file: string): HeaderLine {
  const format = parseLine(line, formatLine)
  if (format === null) throw new DamagedBackupError('it does not begin as a backup does')
  if (format.version !== 1)
    throw new TransferRefusal(
      `${file} is a backup in form ${format.version}, which this release cannot read. Restore it with a newer release.`,
    )
  const header = parseLine(line, headerLine)
  if (header === null) throw new DamagedBackupError('its header cannot be read')
  return header
}

function parseLine<T>(
  line: Buffer,
  schema: { safeParse(value: unknown): { success: true; data: T } | { success: false } },
): T | null {
  let value: unknown
  try {
    value = JSON.parse(line.toString())
  } catch {
    return null // the caller reports it
  }
  const read = schema.safeParse(value)
  return read.success ? read.data : null
}

/** zlib: not gzip, changed bytes, wrong checksum. */
const DAMAGE = new Set(['Z_DATA_ERROR', 'Z_STREAM_ERROR', 'Z_NEED_DICT'])

function explainDamage(file: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (error instanceof EndsEarlyError || code === 'Z_BUF_ERROR')
    return new TransferRefusal(`${file} is truncated: its end is missing. Nothing was changed.`, { cause: error })
  if (error instanceof DamagedBackupError)
    return new TransferRefusal(`${file} is not an undamaged backup: ${error.message}. Nothing was changed.`)
  if (typeof code === 'string' && DAMAGE.has(code))
    return new TransferRefusal(
      `${file} is not an undamaged backup: ${(error as Error).message}. Nothing was changed.`,
      {
        cause: error,
      },
    )
  return error
}
