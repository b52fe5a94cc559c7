/** A name has a whole backup or nothing, even after a power loss. Existing files are never overwritten. */
import { closeSync, createWriteStream, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { END_OF_ROWS, type Manifest, sha256Of, writeHeader } from './backup-format'
import { TransferRefusal, type TransferSource } from './transfer-source'

export interface WrittenBackup {
  readonly tables: Manifest['tables']
  /** Size of the compressed file. */
  readonly bytes: number
}

/** @throws TransferRefusal */
export async function writeBackup(source: TransferSource, path: string): Promise<WrittenBackup> {
  const file = resolve(path)
  refuseUnwritable(file)
  const draft = `${file}.${process.pid}.partial`
  try {
    const disk = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(Readable.from(linesOf(source)), createGzip(), disk)
    refuseUnwritable(file) // another process may have created it meanwhile
    renameSync(draft, file)
  } catch (error) {
    rmSync(draft, { force: true })
    throw error
  }
  syncDirectory(dirname(file))
  return { tables: [...source.seals()], bytes: statSync(file).size }
}

export function refuseUnwritable(file: string): void {
  if (existsSync(file))
    throw new TransferRefusal(`${file} exists already. A file is never written over: give another name.`)
  if (!existsSync(dirname(file))) throw new TransferRefusal(`There is no folder ${dirname(file)}. Make it first.`)
}

async function* linesOf(source: TransferSource): AsyncGenerator<string | Buffer> {
  const header = writeHeader(source.header)
  yield header
  for await (const { rows } of source.tables()) {
    yield* rows
    yield END_OF_ROWS
  }
  const manifest: Manifest = { header_sha256: sha256Of(header), tables: [...source.seals()] }
  yield `${JSON.stringify(manifest)}\n`
}

/** Makes the names in a folder survive a power loss. */
export function syncDirectory(directory: string): void {
  const opened = openSync(directory, 'r')
  fsyncSync(opened)
  closeSync(opened)
}
