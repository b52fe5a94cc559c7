import { FileProblemError } from './file-problem'

/** UTF-8, UTF-16 with its mark, or else Windows-1252, which reads every byte. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  if (isUtf16) return new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes)
  if (bytes.includes(0))
    throw new FileProblemError(
      'The file is not a text. Upload a .txt, .md, .html, .docx or .pdf file, or paste the text.',
    )
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
