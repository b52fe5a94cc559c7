/**
 * Files of secrets: written whole or not at all, for the owner alone to read.
 *
 * Promises: of several processes that write the same file for the first time one wins, and all of them read what it
 * wrote; what was written is there after the machine lost power.
 */
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'

/** Null where there is none. What was copied or restored in a way that opened it is closed again. */
export function readSecretFile(file: string): string | null {
  try {
    const text = readFileSync(file, 'utf8')
    chmodSync(file, 0o600)
    return text
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Writes it unless it is there. @param draftName what no other process calls its draft */
export function storeSecretFile(file: string, text: string, draftName: string): void {
  writeDraft(file, text, draftName, (draft) => {
    try {
      linkSync(draft, file)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    } finally {
      unlinkSync(draft)
    }
  })
}

/** Writes it in place of what is there. */
export function replaceSecretFile(file: string, text: string, draftName: string): void {
  writeDraft(file, text, draftName, (draft) => renameSync(draft, file))
}

function writeDraft(file: string, text: string, draftName: string, put: (draft: string) => void): void {
  const folder = dirname(file)
  mkdirSync(folder, { recursive: true })
  const draft = `${file}.${draftName}.draft`
  writeFileSync(draft, text, { mode: 0o600, flag: 'wx', flush: true })
  put(draft)
  const directory = openSync(folder, 'r')
  fsyncSync(directory)
  closeSync(directory)
}
