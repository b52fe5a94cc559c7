import { readDocx } from './docx-reader'
import { FILE_PROBLEMS, FileProblemError } from './file-problem'
import { readHtml } from './html-reader'
import { readPdf } from './pdf-reader'

export type DocumentFormat = 'text' | 'markdown' | 'html' | 'docx' | 'pdf'

/** The first bytes decide, because a name can be wrong. */
export function formatOf(bytes: Uint8Array, fileName: string | null): DocumentFormat {
  const head = Buffer.from(bytes.subarray(0, 1_024)).toString('latin1')
  if (head.includes('%PDF-')) return 'pdf'
  if (head.startsWith('PK')) return 'docx'
  if (head.startsWith('\u00d0\u00cf\u0011\u00e0')) throw new FileProblemError(FILE_PROBLEMS.oldWord)
  const extension = /\.([a-z]+)$/i.exec(fileName ?? '')?.[1]?.toLowerCase()
  if (extension === 'html' || extension === 'htm' || /^\s*(<!doctype html|<html)/i.test(head)) return 'html'
  return extension === 'md' || extension === 'markdown' ? 'markdown' : 'text'
}

/** @throws FileProblemError for a file that cannot become a document */
export async function readFile(bytes: Uint8Array, format: DocumentFormat): Promise<string> {
  if (format === 'pdf') return await readPdf(bytes)
  if (format === 'docx') return await readDocx(bytes)
  const text = decodeText(bytes)
  return format === 'html' ? readHtml(text) : text
}

/** UTF-8, UTF-16 with its mark, or else Windows-1252, which reads every byte. */
function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  if (isUtf16) return new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes)
  if (bytes.includes(0)) throw new FileProblemError(FILE_PROBLEMS.notText)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
