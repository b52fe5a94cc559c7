/**
 * After {@link LinearMemory.restore} the program does not depend on its history. Only memory in use is copied. The
 * allocator must take memory upwards from one break and never return it (checked at start).
 */
import type { Z3Instance } from './z3-module'

const SCRATCH_WORDS = 256

interface Saved {
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly end: number
}

export class LinearMemory {
  private readonly bytes: Uint8Array
  private readonly words: Uint32Array
  /** End of the stack; memory below is written before it is read. */
  private readonly start: number
  /** Index of the word that holds the end of memory in use. */
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

  /** A later array may overwrite it. */
  array(values: readonly number[]): number {
    const at = values.length <= SCRATCH_WORDS ? this.scratch : this.instance.calls.malloc(values.length * 4)
    const word = at >>> 2
    for (let i = 0; i < values.length; i++) this.words[word + i] = values[i] ?? 0
    return at
  }

  word(at: number): number {
    return this.words[at >>> 2] ?? 0
  }

  /** ASCII, valid for one call. */
  text(text: string): number {
    return text.length < SCRATCH_WORDS * 4 ? this.write(this.scratch, text) : this.store(text)
  }

  /** ASCII, valid until a restore. */
  store(text: string): number {
    return this.write(this.instance.calls.malloc(text.length + 1), text)
  }

  private write(at: number, text: string): number {
    for (let i = 0; i < text.length; i++) this.bytes[at + i] = text.charCodeAt(i)
    this.bytes[at + text.length] = 0
    return at
  }

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

  /** The break is an unexported word: the one that moves past a block too large for the heap. */
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
