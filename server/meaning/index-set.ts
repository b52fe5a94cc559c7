/** One bit for each index, because thousands of sets must stay small. */
const BITS = 32

export class IndexSet {
  private readonly words: Uint32Array

  /** @param size indices are below it */
  constructor(size: number) {
    this.words = new Uint32Array(Math.ceil(size / BITS))
  }

  has(index: number): boolean {
    return (this.words[Math.floor(index / BITS)]! & (1 << (index % BITS))) !== 0
  }

  add(index: number): void {
    this.words[Math.floor(index / BITS)]! |= 1 << (index % BITS)
  }

  /** @param others at most as large */
  addAll(others: IndexSet): void {
    others.words.forEach((bits, place) => {
      this.words[place]! |= bits
    })
  }

  /** Ascending. */
  list(): readonly number[] {
    const list: number[] = []
    this.words.forEach((bits, place) => {
      for (let left = bits; left !== 0; left &= left - 1)
        list.push(place * BITS + (BITS - 1 - Math.clz32(left & -left)))
    })
    return list
  }
}
