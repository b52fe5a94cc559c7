/** One bit for each index, because thousands of sets must stay small. */
const BITS_PER_WORD = 32

export class IndexSet {
  private readonly words: Uint32Array

  /** @param size indices are below it */
  constructor(size: number) {
    this.words = new Uint32Array(Math.ceil(size / BITS_PER_WORD))
  }

  has(index: number): boolean {
    return (this.words[Math.floor(index / BITS_PER_WORD)]! & (1 << (index % BITS_PER_WORD))) !== 0
  }

  add(index: number): void {
    this.words[Math.floor(index / BITS_PER_WORD)]! |= 1 << (index % BITS_PER_WORD)
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
        list.push(place * BITS_PER_WORD + (BITS_PER_WORD - 1 - Math.clz32(left & -left)))
    })
    return list
  }
}

/**
 * Returns members that are enough together, but not without any one of them.
 * @param isEnough is asked once for each member
 */
export function minimalSet<T>(members: readonly T[], isEnough: (some: readonly T[]) => boolean): readonly T[] {
  let needed = members
  for (const member of members) {
    const others = needed.filter((other) => other !== member)
    if (others.length < needed.length && isEnough(others)) needed = others
  }
  return needed
}
