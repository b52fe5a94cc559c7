/**
 * Z3's term managers begin with a hash table of 524,288 slots and 8,192 collision cells: 4.3 MB, twice per instance,
 * restored before each question. That took half of a question's time and all the memory bandwidth that two solvers
 * share. The table grows by itself, so its first size does not affect answers.
 *
 * Only these constants change, with the same lengths. Tied to the package version in package.json.
 */

/** A power of two. */
const TABLE_SLOTS = 4_096
const BYTES_PER_CELL = 8
/** As in Z3; the number of cells stays a multiple of 13, for the unrolled loop. */
const SLOTS_PER_SPARE_CELL = 64

const I32 = 0x41
const I64 = 0x42

interface Constant {
  readonly opcode: number
  value(slots: number): number
}

const tableCells = (slots: number) => slots + slots / SLOTS_PER_SPARE_CELL
const CAPACITY: Constant = { opcode: I32, value: tableCells }

const CONSTANTS: readonly Constant[] = [
  CAPACITY,
  CAPACITY,
  { opcode: I32, value: (slots) => tableCells(slots) * BYTES_PER_CELL },
  { opcode: I64, value: (slots) => slots },
  { opcode: I32, value: (slots) => slots * BYTES_PER_CELL },
]

const SHIPPED_TABLE_SLOTS = 524_288
/** The code between two constants is shorter. */
const MAX_BYTES_BETWEEN = 256
const EXPECTED_CONSTRUCTORS = 2

/** @throws Error if `module` does not match */
export function withSmallTables(module: Uint8Array): Uint8Array<ArrayBuffer> {
  const changed = Uint8Array.from(module)
  const first = constantInstruction(CONSTANTS[0]!, SHIPPED_TABLE_SLOTS)
  let replaced = 0
  for (let at = indexOfBytes(changed, first, 0); at >= 0; at = indexOfBytes(changed, first, at + 1)) {
    const offsets = constantsFrom(changed, at)
    if (offsets === null) continue
    for (const [i, constant] of CONSTANTS.entries()) {
      const { length } = constantInstruction(constant, SHIPPED_TABLE_SLOTS)
      changed.set(constantInstruction(constant, TABLE_SLOTS, length), offsets[i])
    }
    replaced++
  }
  if (replaced !== EXPECTED_CONSTRUCTORS)
    throw new Error(`the Z3 module has ${replaced} tables of terms where ${EXPECTED_CONSTRUCTORS} were expected`)
  return changed
}

/** Null if the constants do not follow `start`. */
function constantsFrom(module: Uint8Array, start: number): number[] | null {
  const offsets: number[] = []
  let from = start
  for (const constant of CONSTANTS) {
    const wanted = constantInstruction(constant, SHIPPED_TABLE_SLOTS)
    const at = indexOfBytes(module.subarray(from, from + MAX_BYTES_BETWEEN), wanted, 0)
    if (at < 0) return null
    offsets.push(from + at)
    from += at + wanted.length
  }
  return offsets
}

/** Looks for the last byte but one first: an opcode is among the most frequent bytes of a module. */
function indexOfBytes(bytes: Uint8Array, wanted: Uint8Array, from: number): number {
  const anchor = Math.max(0, wanted.length - 2)
  for (let at = bytes.indexOf(wanted[anchor]!, from + anchor); at >= 0; at = bytes.indexOf(wanted[anchor]!, at + 1)) {
    const start = at - anchor
    if (wanted.every((byte, index) => bytes[start + index] === byte)) return start
  }
  return -1
}

/** @param length padded size in bytes */
function constantInstruction({ opcode, value }: Constant, slots: number, length = 0): Uint8Array {
  const bytes = [opcode]
  let rest = value(slots)
  // Signed LEB128 (WebAssembly core specification, 5.2.2): seven bits a byte; bit 6 of the last is the sign. Padding is
  // allowed.
  while (rest > 0x3f || bytes.length < length - 1) {
    bytes.push((rest & 0x7f) | 0x80)
    rest >>>= 7
  }
  return Uint8Array.from([...bytes, rest])
}
