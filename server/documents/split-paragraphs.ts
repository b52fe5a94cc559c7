import type { BegunClause } from './clause-labels'
import type { TextLine } from './text-lines'

interface Block {
  readonly lines: readonly TextLine[]
  /** Depth of a heading, otherwise 0. */
  readonly heading: number
}

const MAX_HEADING_LENGTH = 80
/** Below every heading of Markdown. */
const PLAIN_HEADING = 7

/** Splits a text without numbers at headings and paragraphs, and numbers them in their order. */
export function splitByParagraphs(lines: readonly TextLine[]): readonly BegunClause[] {
  const begun: BegunClause[] = []
  const counts = new Map<number | null, number>()
  const open: { readonly heading: number; readonly clause: number }[] = []
  for (const [i, { lines: block, heading }] of blocksOf(lines).entries()) {
    const first = block[0]
    if (first === undefined) continue
    const isDocumentTitle = i === 0 && heading > 0
    while (heading > 0 && open.length > 0 && (open.at(-1)?.heading ?? 0) >= heading) open.pop()
    const parent = open.at(-1)?.clause ?? null
    const count = (counts.get(parent) ?? 0) + 1
    counts.set(parent, count)
    const above = parent === null ? '' : `${begun[parent]?.label}.`
    const label = isDocumentTitle ? 'title' : `${above}${count}`
    begun.push({ label, start: first.start, bodyStart: first.textStart, parent, isTitle: heading > 0 })
    if (isDocumentTitle) counts.delete(parent)
    else if (heading > 0) open.push({ heading, clause: begun.length - 1 })
  }
  return begun
}

/** Paragraphs and headings. A list or a table belongs to the paragraph before it. */
function blocksOf(lines: readonly TextLine[]): readonly Block[] {
  const hasMarkdown = lines.some(({ heading }) => heading > 0)
  const blocks: { lines: TextLine[]; heading: number }[] = []
  let isOpen = false
  for (const [i, line] of lines.entries()) {
    const last = blocks.at(-1)
    if (line.text === '') isOpen = line.isKeptWhole
    else if (line.heading > 0) {
      blocks.push({ lines: [line], heading: line.heading })
      isOpen = false
    } else if (last !== undefined && (isOpen || ((line.isBullet || line.isKeptWhole) && last.heading === 0))) {
      last.lines.push(line)
      isOpen = true
    } else {
      const heading = !hasMarkdown && isPlainHeading(lines, i) ? PLAIN_HEADING : 0
      blocks.push({ lines: [line], heading })
      isOpen = heading === 0
    }
  }
  return blocks
}

/** Whether the line is short, ends without a full stop, and is between blank lines with text after it. */
function isPlainHeading(lines: readonly TextLine[], at: number): boolean {
  const { text = '', isBullet = false, isKeptWhole = false } = lines[at] ?? {}
  if (isBullet || isKeptWhole || text.length > MAX_HEADING_LENGTH || !/^[\p{Lu}\d].*[^.;:!?,]$/u.test(text))
    return false
  const next = lines[at + 1]
  return next !== undefined && next.text === '' && lines.slice(at + 2).some((line) => line.text !== '')
}
