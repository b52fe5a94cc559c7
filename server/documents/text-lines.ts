import { type Marker, readMarkers } from './marker'

export interface TextLine {
  readonly start: number
  /** The offset after the line feed. */
  readonly end: number
  /** Without the spaces at both ends, and without the `#` of a Markdown heading. */
  readonly text: string
  /** The offset at which `text` begins. */
  readonly textStart: number
  readonly indent: number
  /** Number of `#` of a Markdown heading, otherwise 0. */
  readonly heading: number
  /** Inside a table or a block of code, which are kept whole. */
  readonly isKeptWhole: boolean
  readonly isBullet: boolean
  readonly markers: readonly Marker[]
}

const TABLE_ROW = /^\|.*\|$|^[^|]*\t[^|]*\t/
const FENCE = /^(```|~~~)/
const BULLET = /^[-*+•‣◦–—·▪](\s|$)/
/** Dots that lead to a page number in a table of contents. */
const CONTENTS_ENTRY = /(\.\s?){4,}\s*\d+$|\t\d+$/

export function readLines(text: string): readonly TextLine[] {
  const lines: TextLine[] = []
  let isFenced = false
  for (let start = 0; start < text.length; ) {
    const feed = text.indexOf('\n', start)
    const end = feed < 0 ? text.length : feed + 1
    const raw = text.slice(start, end)
    const trimmed = raw.trim()
    const isFence = FENCE.test(trimmed)
    const heading = isFenced ? 0 : (/^(#{1,6})\s+\S/.exec(trimmed)?.[1]?.length ?? 0)
    const content = heading === 0 ? trimmed : trimmed.slice(heading).trim().replace(/\s#+$/, '')
    const indent = raw.length - raw.trimStart().length
    const textStart = start + indent + (heading === 0 ? 0 : trimmed.indexOf(content, heading))
    const isKeptWhole = isFenced || isFence || TABLE_ROW.test(trimmed)
    if (isFence) isFenced = !isFenced
    const plain = content.replace(/^\*\*(.*?)\*\*/, '$1')
    lines.push({
      ...{ start, end, textStart, indent, heading, isKeptWhole },
      text: trimmed === '' ? '' : content,
      isBullet: BULLET.test(content),
      markers: isKeptWhole || CONTENTS_ENTRY.test(content) ? [] : readMarkers(plain),
    })
    start = end
  }
  return lines
}

/** The longest text of a document, in UTF-16 units; about 500 dense pages. */
export const MAX_DOCUMENT_LENGTH = 2_000_000

// Tab and line feed stay. The rest are form feeds, bells and directional overrides, which would hide or reorder words.
const REMOVED = /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\u200b\u2028-\u202e\u2060-\u2069\ufeff]/g

/**
 * The text that a revision's digest covers: Unicode NFC, lines that end in a line feed, and no invisible characters. A
 * form feed is a line end, and blank lines at both ends are removed. Applied twice, it changes nothing more.
 */
export function normalizeText(text: string): string {
  const lines = text
    .toWellFormed()
    .replaceAll(/\r\n?|\f|\u0085|\u2028|\u2029/g, '\n')
    .replaceAll(REMOVED, '')
    .normalize('NFC')
  const start = /^(?:[^\S\n]*\n)*/.exec(lines)?.[0].length ?? 0
  const trimmed = lines.slice(start).trimEnd()
  return trimmed === '' ? '' : `${trimmed}\n`
}
