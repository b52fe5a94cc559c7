/** Files are whole and durable. Of processes that first write one at once, one wins and all read its text. */
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

/** A copy or restore may have opened the file. */
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

/** @param draftName unique to this process */
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
