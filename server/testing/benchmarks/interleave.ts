/**
 * Measures several contenders in turn and reports medians.
 *
 * Promises: contenders run A B C, A B C, …, so that a change of the machine's speed meets all of them; each round's
 * ratio is taken within the round; what is printed is the median over rounds.
 */
export interface Contender {
  readonly name: string
  /** Runs about `seconds` and returns operations done and nanoseconds taken. */
  readonly measure: (seconds: number) => Promise<{ readonly operations: number; readonly nanoseconds: number }>
}

export interface Measured {
  readonly name: string
  /** Median nanoseconds an operation. */
  readonly median: number
  /** Median over rounds of this contender's time divided by the first one's in the same round. */
  readonly ratio: number
  /** Each round's nanoseconds an operation. */
  readonly rounds: readonly number[]
}

/** Measures the contenders in turn. The first one is the reference of the ratios. */
export async function interleave(
  contenders: readonly Contender[],
  rounds: number,
  seconds: number,
): Promise<Measured[]> {
  for (const contender of contenders) await contender.measure(seconds / 2)
  const times = contenders.map((): number[] => [])
  for (let round = 0; round < rounds; round++)
    for (const [i, contender] of contenders.entries()) {
      const { operations, nanoseconds } = await contender.measure(seconds)
      times[i]!.push(nanoseconds / operations)
    }
  return contenders.map(({ name }, i) => ({
    name,
    median: median(times[i]!),
    ratio: median(times[i]!.map((time, round) => time / times[0]![round]!)),
    rounds: times[i]!,
  }))
}

/** The median of the values; the mean of the middle two if their number is even. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Calls `run` with a running number until `seconds` are over; the clock is read seldom. */
export async function repeat(
  seconds: number,
  run: (call: number) => unknown,
): Promise<{ operations: number; nanoseconds: number }> {
  const began = process.hrtime.bigint()
  const end = began + BigInt(Math.round(seconds * 1e9))
  let operations = 0
  for (let batch = 1; ; batch = Math.min(batch * 2, 1024)) {
    for (let i = 0; i < batch; i++) {
      const result = run(operations++)
      if (result instanceof Promise) await result
    }
    const now = process.hrtime.bigint()
    if (now >= end) return { operations, nanoseconds: Number(now - began) }
  }
}

/** A row of the printed table. */
export function row(name: string, nanoseconds: number, ratio: string): string {
  const time = nanoseconds < 10_000 ? `${nanoseconds.toFixed(0)} ns` : `${(nanoseconds / 1000).toFixed(1)} us`
  return `  ${name.padEnd(44)} ${time.padStart(12)}   ${ratio}`
}
