/**
 * One fault put into a text that compiles, as an author makes it.
 *
 * Promises: `good` compiles and differs from `bad` by the fault alone.
 */
import type { Random } from '../../engine/testing/random-rules'

export interface FaultyText {
  readonly good: string
  readonly bad: string
}

/**
 * A kind of fault. With `restores`, every fix of it gives a text that means what `good` means; without, a fix may mean
 * something else, if its title says so: a name, a bracket or a unit that is near but not the one that was lost.
 */
export interface Fault {
  readonly name: string
  readonly restores: boolean
  /** Null where the text has no place for the fault. */
  make(text: string, random: Random): FaultyText | null
}

export function pick<T>(random: Random, list: readonly T[]): T | undefined {
  return list[Math.floor(random() * list.length)]
}

/** `text` with another text at one place. */
export function spliced(text: string, start: number, end: number, inserted: string): string {
  return text.slice(0, start) + inserted + text.slice(end)
}
