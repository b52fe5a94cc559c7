import type { TextLine } from './text-lines'

/** Lines that know where each number is, so that a text of many numbered lines is divided in linear time. */
export class NumberedLines {
  /** Ascending indices of lines, by style and number. */
  readonly #places = new Map<string, number[]>()

  constructor(readonly all: readonly TextLine[]) {
    for (const [at, { markers }] of all.entries())
      for (const { style, path } of markers) if (path.length === 1) this.#add(keyOf(style, path[0] ?? 0), at)
  }

  /** Returns the first line after `at` with this number, or null. */
  next(at: number, style: string, value: number): number | null {
    const places = this.#places.get(keyOf(style, value)) ?? []
    let [from, to] = [0, places.length]
    while (from < to) {
      const middle = (from + to) >> 1
      if ((places[middle] ?? 0) > at) to = middle
      else from = middle + 1
    }
    return places[from] ?? null
  }

  #add(key: string, at: number): void {
    const places = this.#places.get(key)
    if (places === undefined) this.#places.set(key, [at])
    else if (places.at(-1) !== at) places.push(at)
  }
}

function keyOf(style: string, value: number): string {
  return `${style} ${value}`
}
