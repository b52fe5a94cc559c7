/**
 * Measures contenders in turn (A B C A B C …), so that changes of the machine's speed affect all of them. Ratios are
 * within a round; results are medians over rounds.
 */
export interface Contender {
  readonly name: string
  readonly measure: (seconds: number) => Promise<{ readonly operations: number; readonly nanoseconds: number }>
}

export interface Measured {
  readonly name: string
  /** Median nanoseconds per operation. */
  readonly median: number
  /** Median ratio to the first contender's time in the same round. */
  readonly ratio: number
  /** Nanoseconds per operation by round. */
  readonly rounds: readonly number[]
}

/** The first contender is the reference of the ratios. */
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

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** Nanoseconds of this process, for contenders that do not wait: other work on the machine does not count. */
export function processorTime(): bigint {
  const { user, system } = process.cpuUsage()
  return BigInt(user + system) * 1_000n
}

/** Reads the clock seldom. */
export async function repeat(
  seconds: number,
  run: (call: number) => unknown,
  clock: () => bigint = process.hrtime.bigint,
): Promise<{ operations: number; nanoseconds: number }> {
  const began = clock()
  const end = began + BigInt(Math.round(seconds * 1e9))
  let operations = 0
  for (let batch = 1; ; batch = Math.min(batch * 2, 1024)) {
    for (let i = 0; i < batch; i++) {
      const result = run(operations++)
      if (result instanceof Promise) await result
    }
    const now = clock()
    if (now >= end) return { operations, nanoseconds: Number(now - began) }
  }
}

export function row(name: string, nanoseconds: number, ratio: string): string {
  const time = nanoseconds < 10_000 ? `${nanoseconds.toFixed(0)} ns` : `${(nanoseconds / 1000).toFixed(1)} us`
  return `  ${name.padEnd(44)} ${time.padStart(12)}   ${ratio}`
}
