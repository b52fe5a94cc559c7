import { setTimeout as sleep } from 'node:timers/promises'

/** @throws Error with what did not happen */
export async function until(reached: () => boolean | Promise<boolean>, what: string, withinMs = 30_000): Promise<void> {
  const deadline = performance.now() + withinMs
  while (!(await reached())) {
    if (performance.now() > deadline) throw new Error(`in vain: ${what}`)
    await sleep(10)
  }
}
