/**
 * Z3's module with a small first table of terms.
 *
 * Z3 begins every term manager with a hash table of 524,288 slots and 8,192 cells for collisions: 4.3 MB, of which a
 * question about a ruleset fills a few thousand cells, scattered over all of it. An instance holds two, and all that is
 * put back before each question; that took half of a question's time, and all of the memory bandwidth that two solvers
 * share. The table doubles by itself when it is full, so its first size is no matter of answers.
 *
 * Promises: only these constants change, each in as many bytes as before, and nothing else does; a module in which they
 * are not found exactly is refused. Trusts the package version in package.json.
 */

/** A power of two. */
const SLOTS = 4_096
const BYTES_PER_CELL = 8
/** A collision cell for so many slots, as Z3 has it; the number of cells stays a multiple of the unrolled loop's 13. */
const SLOTS_PER_SPARE_CELL = 64

/** WebAssembly's opcodes for constants. */
const I32 = 0x41
const I64 = 0x42

interface Constant {
  readonly opcode: number
  /** As Z3's source has it, for `slots`. */
  value(slots: number): number
}

const capacity = (slots: number) => slots + slots / SLOTS_PER_SPARE_CELL
const CAPACITY: Constant = { opcode: I32, value: capacity }

/** The constants of a term manager's constructor that follow from the size of its table, in their order in the code. */
const CONSTANTS: readonly Constant[] = [
  CAPACITY,
  CAPACITY,
  { opcode: I32, value: (slots) => capacity(slots) * BYTES_PER_CELL },
  { opcode: I64, value: (slots) => slots },
  { opcode: I32, value: (slots) => slots * BYTES_PER_CELL },
]

const SLOTS_BEFORE = 524_288
/** The code between two of the constants is shorter than so many bytes. */
const MAX_BETWEEN = 256
/** How many constructors the term manager has. */
const CONSTRUCTORS = 2

/** @throws Error where `module` is not the module that this was written for */
export function withSmallTables(module: Uint8Array): Uint8Array<ArrayBuffer> {
  const changed = Buffer.from(module)
  const first = instruction(CONSTANTS[0]!, SLOTS_BEFORE)
  let replaced = 0
  for (let at = changed.indexOf(first); at >= 0; at = changed.indexOf(first, at + 1)) {
    const offsets = constantsFrom(changed, at)
    if (offsets === null) continue
    for (const [i, constant] of CONSTANTS.entries()) {
      const { length } = instruction(constant, SLOTS_BEFORE)
      instruction(constant, SLOTS, length).copy(changed, offsets[i])
    }
    replaced++
  }
  if (replaced !== CONSTRUCTORS)
    throw new Error(`the Z3 module has ${replaced} tables of terms where ${CONSTRUCTORS} were expected`)
  return changed
}

/** Where each of the constants is, the first at `start`; null where they do not follow. */
function constantsFrom(module: Buffer, start: number): number[] | null {
  const offsets: number[] = []
  let from = start
  for (const constant of CONSTANTS) {
    const wanted = instruction(constant, SLOTS_BEFORE)
    const at = module.subarray(from, from + MAX_BETWEEN).indexOf(wanted)
    if (at < 0) return null
    offsets.push(from + at)
    from += at + wanted.length
  }
  return offsets
}

/** The instruction that loads the constant; `length` bytes long, where given. */
function instruction({ opcode, value }: Constant, slots: number, length = 0): Buffer {
  const bytes = [opcode]
  let rest = value(slots)
  // Signed LEB128 (WebAssembly core specification, 5.2.2): seven bits a byte, the sixth of the last is the sign. Longer
  // than it needs to be is allowed.
  while (rest > 0x3f || bytes.length < length - 1) {
    bytes.push((rest & 0x7f) | 0x80)
    rest >>>= 7
  }
  return Buffer.from([...bytes, rest])
}
