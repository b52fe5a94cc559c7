/**
 * The normalised source: the bytes that are hashed, stored and signed (public/docs/language.md, "Revisions and the
 * hash").
 *
 * Promises: idempotent, and lines stay where they are. Changes nothing but what that section names: byte-order marks,
 * Unicode NFC, line ends, white space at the end of lines and of the text.
 */

/** The normal form of a source: NFC, LF line ends, no trailing white space, no blank lines at the end, one final LF. */
export function normaliseSource(source: string): string {
  const lines = source
    .replace(/^\ufeff+/, '')
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.trimEnd())
  while (lines.length > 0 && lines[lines.length - 1] === '') lines.pop()
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`
}
