/**
 * Greedy, with earlier candidates first among equals; then spare ones are dropped.
 * @param detects what each candidate detects
 * @returns indices of candidates, ascending
 */
export function smallestSet(detects: readonly ReadonlySet<number>[]): readonly number[] {
  const missing = new Set(detects.flatMap((detected) => [...detected]))
  const chosen: number[] = []
  while (missing.size > 0) {
    const gains = detects.map((detected) => [...detected].filter((each) => missing.has(each)).length)
    const best = gains.indexOf(Math.max(...gains))
    chosen.push(best)
    for (const each of detects[best]!) missing.delete(each)
  }
  return withoutSpare(detects, chosen).toSorted((a, b) => a - b)
}

function withoutSpare(detects: readonly ReadonlySet<number>[], chosen: readonly number[]): readonly number[] {
  let needed = chosen
  for (const candidate of chosen) {
    const others = needed.filter((other) => other !== candidate)
    const isSpare = [...detects[candidate]!].every((each) => others.some((other) => detects[other]!.has(each)))
    if (isSpare) needed = others
  }
  return needed
}
