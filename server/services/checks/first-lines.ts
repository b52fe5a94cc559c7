/**
 * The first lines of a text that hold anything, found in its bytes.
 */
const NEWLINE = 10

export function firstLines(bytes: Uint8Array, most: number): { readonly lines: Uint8Array; readonly count: number } {
  let count = 0
  let from = 0
  while (from < bytes.length && count < most) {
    const newline = bytes.indexOf(NEWLINE, from)
    const end = newline < 0 ? bytes.length : newline
    if (!isBlank(bytes, from, end)) count++
    from = end + 1
  }
  return { lines: bytes.subarray(0, from), count }
}

/** The same characters as in decide-lines.ts: a space, a tab, a carriage return. */
function isBlank(bytes: Uint8Array, from: number, end: number): boolean {
  for (let at = from; at < end; at++) {
    const byte = bytes[at]
    if (byte !== 32 && byte !== 9 && byte !== 13) return false
  }
  return true
}
