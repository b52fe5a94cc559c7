/** Reads the lines of a PDF as they are printed. Scripts, forms and attachments are left alone. */
import { getDocumentProxy } from 'unpdf'
import { readMarkers } from '../../../documents/marker'
import { FILE_PROBLEMS, FileProblemError, MAX_PAGES } from './file-problem'
import { markdownRow } from './plain-structure'

interface Piece {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly size: number
}

interface PrintedLine {
  readonly cells: readonly string[]
  readonly y: number
  readonly size: number
}

export async function readPdf(bytes: Uint8Array): Promise<string> {
  const pdf = await getDocumentProxy(bytes, { isEvalSupported: false, enableXfa: false, verbosity: 0 }).catch(
    (error: unknown) => {
      if (error instanceof Error && error.name === 'PasswordException')
        throw new FileProblemError(FILE_PROBLEMS.encryptedPdf)
      throw new FileProblemError(FILE_PROBLEMS.damagedPdf)
    },
  )
  if (pdf.numPages > MAX_PAGES)
    throw new FileProblemError(
      `The PDF has ${pdf.numPages} pages; at most ${MAX_PAGES} are read. Upload the part with the policy.`,
    )
  const pages: (readonly PrintedLine[])[] = []
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number)
    const { items } = await page.getTextContent()
    const pieces = items.flatMap((item): Piece[] => {
      if (!('str' in item) || item.str.trim() === '') return []
      const [, , , scale = 0, x = 0, y = 0] = item.transform as readonly number[]
      return [{ text: item.str, x, y, width: item.width, size: Math.abs(scale) || item.height }]
    })
    pages.push(linesOf(pieces))
    page.cleanup()
  }
  if (pages.every((lines) => lines.length === 0)) throw new FileProblemError(FILE_PROBLEMS.scannedPdf)
  return writePages(withoutMargins(pages))
}

function linesOf(pieces: readonly Piece[]): readonly PrintedLine[] {
  const lines: { pieces: Piece[]; y: number; size: number }[] = []
  for (const piece of pieces.toSorted((a, b) => b.y - a.y || a.x - b.x)) {
    const line = lines.at(-1)
    if (line !== undefined && Math.abs(line.y - piece.y) < Math.max(2, piece.size * 0.4)) line.pieces.push(piece)
    else lines.push({ pieces: [piece], y: piece.y, size: piece.size })
  }
  return lines.map(({ pieces: found, y, size }) => ({ cells: cellsOf(found, size), y, size }))
}

/** A gap of two letters begins another cell. The number of a clause does not count as a cell. */
function cellsOf(pieces: readonly Piece[], size: number): readonly string[] {
  const cells: string[] = []
  let end = Number.NEGATIVE_INFINITY
  for (const { text, x, width } of pieces.toSorted((a, b) => a.x - b.x)) {
    const last = cells.at(-1)
    const gap = x - end
    if (last === undefined || (gap > size * 1.5 && !isMarker(last))) cells.push(text)
    else cells[cells.length - 1] = gap > size * 0.15 && !last.endsWith(' ') ? `${last} ${text}` : last + text
    end = x + width
  }
  return cells.map((cell) => cell.replaceAll(/[^\S\n]+/g, ' ').trim()).filter((cell) => cell !== '')
}

function isMarker(text: string): boolean {
  return (
    /^[-•–*]$/.test(text.trim()) || readMarkers(`${text.trim()} `).some(({ length }) => length >= text.trim().length)
  )
}

/** Headers and footers: the same first or last line on most pages, whatever the page number. */
function withoutMargins(pages: readonly (readonly PrintedLine[])[]): readonly (readonly PrintedLine[])[] {
  const counts = new Map<string, number>()
  const keyOf = (line: PrintedLine) => line.cells.join(' ').replaceAll(/\d+/g, '#')
  for (const lines of pages)
    for (const key of new Set([lines[0], lines.at(-1)].flatMap((line) => (line === undefined ? [] : [keyOf(line)]))))
      counts.set(key, (counts.get(key) ?? 0) + 1)
  const isMargin = (line: PrintedLine | undefined) =>
    line !== undefined &&
    (/^(.*\bpage )?# ?(of #|\/ ?#)?$/i.test(keyOf(line)) ||
      (pages.length > 2 && (counts.get(keyOf(line)) ?? 0) > pages.length / 2))
  return pages.map((lines) => lines.slice(isMargin(lines[0]) ? 1 : 0, isMargin(lines.at(-1)) ? -1 : lines.length))
}

function writePages(pages: readonly (readonly PrintedLine[])[]): string {
  let text = ''
  for (const lines of pages) {
    const step = usualStep(lines)
    for (const [i, line] of lines.entries()) {
      const [before, after] = [lines[i - 1], lines[i + 1]]
      const isRow = line.cells.length > 1 && [before, after].some((other) => (other?.cells.length ?? 0) > 1)
      if (before !== undefined && before.y - line.y > step * 1.35) text += '\n'
      text += `${isRow ? markdownRow(line.cells) : line.cells.join(' ')}\n`
    }
    if (/[.:;]\n$/.test(text)) text += '\n'
  }
  return text
}

/** How far the lines of a paragraph are apart, even if most paragraphs have one line. */
function usualStep(lines: readonly PrintedLine[]): number {
  const steps = lines.flatMap(({ y }, i) => {
    const next = lines[i + 1]
    return next === undefined ? [] : [y - next.y]
  })
  const sorted = steps.toSorted((a, b) => a - b)
  const size = lines[Math.floor(lines.length / 2)]?.size ?? 0
  return Math.min(sorted[Math.floor(sorted.length / 10)] ?? 0, size * 1.7)
}
