/** The thread that reads one file and ends. Whatever a hostile file does, it happens here. */
import { parentPort, workerData } from 'node:worker_threads'
import { FileProblemError } from './file-problem'
import { type DocumentFormat, formatOf, readFile } from './read-file'

export interface FileToRead {
  readonly bytes: Uint8Array
  readonly fileName: string | null
  /** Null to find it out. */
  readonly format: DocumentFormat | null
}

export type FileAnswer =
  | { readonly kind: 'read'; readonly text: string; readonly format: DocumentFormat }
  | { readonly kind: 'problem'; readonly message: string }

async function answer({ bytes, fileName, format }: FileToRead): Promise<FileAnswer> {
  try {
    const known = format ?? formatOf(bytes, fileName)
    return { kind: 'read', text: await readFile(bytes, known), format: known }
  } catch (error) {
    if (error instanceof FileProblemError) return { kind: 'problem', message: error.message }
    if (error instanceof RangeError)
      return { kind: 'problem', message: 'The file is nested too deeply to be read. Paste the text instead.' }
    throw error
  }
}

parentPort?.postMessage(await answer(workerData as FileToRead))
