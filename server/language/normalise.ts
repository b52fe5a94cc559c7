/**
 * The normal form of a ruleset source, whose bytes are hashed and signed.
 *
 * Promises: idempotent; nothing but what language.md ("Normalised source and hash") names is changed, so line numbers stay.
 * Source: no byte-order mark, Unicode NFC, LF line ends, no trailing white space, no blank lines at the end, one final LF.
 */
export function normaliseSource(source: string): string {
  const text = source.startsWith('\ufeff') ? source.slice(1) : source
  const lines = text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.trimEnd())
  while (lines.length > 0 && lines[lines.length - 1] === '') lines.pop()
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`
}
