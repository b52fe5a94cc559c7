/**
 * The source that is hashed, stored and signed (public/docs/language.md, "Revisions and the hash"). Line numbers stay
 * the same.
 */
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
