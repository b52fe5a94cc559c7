/**
 * Packs the data folder of a deployment that was stopped cleanly: what a later version opens in place.
 *
 * Promises: what the database does not need is left out (segments of the write-ahead log that were made in advance or are
 * older than the last checkpoint); names, owners and times do not depend on the machine. Trusts the database to be stopped.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const TAR = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=@0', '--mode=u+rwX,go-rwx']

/** @param walFile the segment that held the end of the write-ahead log before the database was stopped */
export function packDataFolder(dataDir: string, walFile: string, archive: string): void {
  const copy = mkdtempSync(path.join(tmpdir(), 'touchstone-packed-'))
  try {
    const folder = path.join(copy, 'data-folder')
    cpSync(dataDir, folder, { recursive: true, verbatimSymlinks: true })
    const segments = path.join(folder, 'postgres', 'data', 'pg_wal')
    for (const name of readdirSync(segments))
      if (/^[0-9A-F]{24}$/.test(name) && name !== walFile) rmSync(path.join(segments, name))
    const tar = execFileSync('tar', [...TAR, '-C', copy, '-c', 'data-folder'], { maxBuffer: 1_000_000_000 })
    execFileSync('sh', ['-c', 'exec xz -9e -c > "$1"', 'sh', archive], { input: tar })
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
