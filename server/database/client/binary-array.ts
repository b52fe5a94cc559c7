/**
 * One-dimensional arrays in the binary format of PostgreSQL. The driver would write arrays as
 * text, which PostgreSQL parses again.
 */

/** Object ids of element types (pg_type.dat). */
export const ELEMENT_TYPES = { bytea: 17, text: 25, timestamp: 1114, uuid: 2950 } as const
export type ElementType = keyof typeof ELEMENT_TYPES

const HEADER_BYTES = 20
const NULL_LENGTH = -1
/** Midnight of 2000-01-01 UTC, from which PostgreSQL counts microseconds. */
const EPOCH_MS = 946_684_800_000
const [HYPHEN, DIGIT_0, LETTER_A] = [45, 48, 97]
const NOTHING = new Uint8Array()
const TWO_TO_32 = 4_294_967_296

export class BinaryArray {
  private bytes = Buffer.alloc(4_096)
  private end = HEADER_BYTES
  private count = 0
  private hasNull = false

  constructor(private readonly type: ElementType) {}

  /** One element of two parts. */
  pushBytes(value: Uint8Array, rest: Uint8Array = NOTHING): void {
    const at = this.reserve(value.length + rest.length)
    this.bytes.set(value, at)
    if (rest.length > 0) this.bytes.set(rest, at + value.length)
  }

  pushText(value: string | null): void {
    if (value === null) {
      this.hasNull = true
      this.reserve(0, NULL_LENGTH)
      return
    }
    const at = this.reserve(Buffer.byteLength(value))
    this.bytes.write(value, at, 'utf8')
  }

  /** @param value lowercase, with hyphens */
  pushUuid(value: string): void {
    const from = this.reserve(16)
    let digits = 0
    for (let nth = 0; nth < value.length; nth++) {
      const code = value.charCodeAt(nth)
      if (code === HYPHEN) continue
      const digit = code < LETTER_A ? code - DIGIT_0 : code - LETTER_A + 10
      const at = from + (digits >> 1)
      if (digits & 1) this.bytes[at]! |= digit
      else this.bytes[at] = digit << 4
      digits++
    }
  }

  /** @param milliseconds since 1970 */
  pushTimestamp(milliseconds: number): void {
    const microseconds = (milliseconds - EPOCH_MS) * 1_000
    const at = this.reserve(8)
    const high = Math.floor(microseconds / TWO_TO_32)
    this.bytes.writeInt32BE(high, at)
    this.bytes.writeUInt32BE(microseconds - high * TWO_TO_32, at + 4)
  }

  /** A parameter of a query. */
  finish(): Buffer {
    const { bytes, count } = this
    bytes.writeInt32BE(count === 0 ? 0 : 1, 0)
    bytes.writeInt32BE(this.hasNull ? 1 : 0, 4)
    bytes.writeInt32BE(ELEMENT_TYPES[this.type], 8)
    bytes.writeInt32BE(count, 12)
    bytes.writeInt32BE(1, 16)
    return bytes.subarray(0, count === 0 ? 12 : this.end)
  }

  private reserve(length: number, written = length): number {
    const needed = this.end + 4 + length
    if (needed > this.bytes.length) {
      const larger = Buffer.alloc(Math.max(needed, 2 * this.bytes.length))
      larger.set(this.bytes.subarray(0, this.end))
      this.bytes = larger
    }
    this.bytes.writeInt32BE(written, this.end)
    const at = this.end + 4
    this.end = needed
    this.count++
    return at
  }
}

/** Null elements are empty. @param array of {@link BinaryArray} */
export function readElements(array: Uint8Array): Uint8Array[] {
  return [...elementsOf(array)].map((element) => element.subarray(4))
}

/** Returns the array of the elements that `isKept` accepts by their place. @param array of {@link BinaryArray} */
export function keepElements(array: Uint8Array, isKept: (place: number) => boolean): Buffer {
  const header = Buffer.from(array.subarray(0, HEADER_BYTES))
  const kept = [...elementsOf(array)].filter((_, place) => isKept(place))
  header.writeInt32BE(kept.length, 12)
  return Buffer.concat([header, ...kept])
}

/** Yields each element with its length in front. */
function* elementsOf(array: Uint8Array): Generator<Uint8Array> {
  const view = new DataView(array.buffer, array.byteOffset, array.byteLength)
  for (let at = HEADER_BYTES; at < array.length; ) {
    const end = at + 4 + Math.max(0, view.getInt32(at))
    yield array.subarray(at, end)
    at = end
  }
}
