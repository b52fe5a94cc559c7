/** The thread that reads one file and ends. Whatever a hostile file does, it happens here. */
import { parentPort, workerData } from 'node:worker_threads'
import { FILE_PROBLEMS, FileProblemError } from './file-problem'
import { type DocumentFormat, formatOf, readFile } from './read-file'

export interface FileToRead {
  /** At most MAX_FILE_BYTES. */
  readonly bytes: Uint8Array
  /** Only its extension is read; null for a text from the clipboard. */
  readonly fileName: string | null
  /** Null to find it out. */
  readonly format: DocumentFormat | null
}

/** A problem says in a sentence what to do with the file. */
export type FileAnswer =
  | { readonly kind: 'read'; readonly text: string; readonly format: DocumentFormat }
  | { readonly kind: 'problem'; readonly message: string }

async function answer({ bytes, fileName, format }: FileToRead): Promise<FileAnswer> {
  try {
    const known = format ?? formatOf(bytes, fileName)
    return { kind: 'read', text: await readFile(bytes, known), format: known }
  } catch (error) {
    if (error instanceof FileProblemError) return { kind: 'problem', message: error.message }
    if (error instanceof RangeError) return { kind: 'problem', message: FILE_PROBLEMS.deepNesting }
    throw error
  }
}

parentPort?.postMessage(await answer(workerData as FileToRead))
