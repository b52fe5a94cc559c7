/**
 * A WebAssembly instance's linear memory: strings and words in it, and its whole state saved and restored.
 *
 * Promises: after {@link LinearMemory.restore} everything the program can have written since {@link LinearMemory.save}
 * is as it was: what it does next does not depend on its history. Only the part in use is copied.
 * Trusts that the instance's allocator takes memory from one break, upwards, and never returns it (checked at start).
 */
import type { Z3Instance } from './z3-module'

/** Words set aside for the argument arrays of calls. */
const SCRATCH_WORDS = 256

interface Saved {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly end: number
}

export class LinearMemory {
  private readonly bytes: Uint8Array
  private readonly words: Uint32Array
  /** Where the stack ends and static data begins; what lies below is never read before it is written. */
  private readonly start: number
  /** Index of the word that holds the end of the memory in use. */
  private readonly breakWord: number
  private readonly scratch: number
  private saved: Saved | null = null

  constructor(private readonly instance: Z3Instance) {
    this.bytes = new Uint8Array(instance.memory.buffer)
    this.words = new Uint32Array(instance.memory.buffer)
    this.start = instance.calls.emscripten_stack_get_base()
    this.breakWord = this.findBreak()
    this.scratch = instance.calls.malloc(SCRATCH_WORDS * 4)
  }

  /** Bytes in use now beyond those that were in use when the state was saved. */
  get grown(): number {
    return this.end() - (this.saved?.end ?? this.start)
  }

  save(): void {
    const end = this.end()
    this.saved = { bytes: this.bytes.slice(this.start, end), end }
  }

  restore(): void {
    if (this.saved === null) throw new Error('no state was saved')
    const end = this.end()
    this.bytes.set(this.saved.bytes, this.start)
    this.bytes.fill(0, this.saved.end, end)
  }

  /** Writes words for the length of one call; a later array may overwrite them. */
  array(values: readonly number[]): number {
    const at = values.length <= SCRATCH_WORDS ? this.scratch : this.instance.calls.malloc(values.length * 4)
    const word = at >>> 2
    for (let i = 0; i < values.length; i++) this.words[word + i] = values[i] ?? 0
    return at
  }

  /** The word at an address, as a call wrote it to an array of one. */
  word(at: number): number {
    return this.words[at >>> 2] ?? 0
  }

  /** Writes a text of ASCII characters for the length of one call. */
  text(text: string): number {
    return text.length < SCRATCH_WORDS * 4 ? this.write(this.scratch, text) : this.store(text)
  }

  /** Writes a text of ASCII characters that stays until an earlier state is restored. */
  store(text: string): number {
    return this.write(this.instance.calls.malloc(text.length + 1), text)
  }

  private write(at: number, text: string): number {
    for (let i = 0; i < text.length; i++) this.bytes[at + i] = text.charCodeAt(i)
    this.bytes[at + text.length] = 0
    return at
  }

  /** Reads a zero-terminated text of ASCII characters. */
  read(at: number): string {
    const codes: number[] = []
    let text = ''
    for (let i = at >>> 0; this.bytes[i] !== 0; i++) {
      codes.push(this.bytes[i] ?? 0)
      if (codes.length === 4096) text += String.fromCharCode(...codes.splice(0))
    }
    return text + String.fromCharCode(...codes)
  }

  private end(): number {
    return this.words[this.breakWord] ?? 0
  }

  /**
   * The break is a static word that no export names: it is the one that moves past a block the heap had no room for.
   */
  private findBreak(): number {
    const size = 1 << 20
    const from = this.start >>> 2
    const heap = this.instance.calls.malloc(16) >>> 2
    const before = this.words.slice(from, heap)
    const block = this.instance.calls.malloc(size)
    const blockEnd = block + size
    let candidate = -1
    let highest = 0
    let sole = false
    for (let word = from; word < heap; word++) {
      const now = this.words[word] ?? 0
      if (now === before[word - from] || now < blockEnd || now > blockEnd + size || now < highest) continue
      sole = now > highest
      highest = now
      candidate = word
    }
    if (candidate < 0 || !sole) throw new Error('the end of the Z3 heap was not found')
    for (let word = highest >>> 2; word < (highest + size) >>> 2; word++)
      if (this.words[word] !== 0) throw new Error('the Z3 heap reaches beyond its end')
    this.instance.calls.free(block)
    return candidate
  }
}
