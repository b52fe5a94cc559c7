/**
 * Ids of rows that come in great number and go after a day.
 *
 * Promises: a UUID of version 7 (RFC 9562, section 5.7): later ones sort later, to the millisecond, so that an index grows
 * at its end and not all over. Whoever knows one learns when it was made, and nothing else.
 */

/**
 * @param at milliseconds since the epoch
 * @param random ten bytes that nobody can guess
 */
export function timeOrderedId(at: number, random: Uint8Array): string {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(at, 0, 6)
  bytes.set(random.subarray(0, 10), 6)
  bytes[6] = 0x70 | (bytes[6]! & 0x0f)
  bytes[8] = 0x80 | (bytes[8]! & 0x3f)
  const text = bytes.toString('hex')
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`
}
