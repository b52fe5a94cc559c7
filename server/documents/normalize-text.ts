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
