import type { Random } from '../../engine/testing/random-rules'

export interface FaultyText {
  readonly good: string
  readonly bad: string
}

/**
 * A kind of fault. With `restores`, every fix gives a text with the meaning of `good`. Otherwise a fix may have another
 * meaning that its title states: a similar name, bracket or unit instead of the lost one.
 */
export interface Fault {
  readonly name: string
  readonly restores: boolean
  /** Returns null if the text has no place for the fault. */
  make(text: string, random: Random): FaultyText | null
}

export function pick<T>(random: Random, list: readonly T[]): T | undefined {
  return list[Math.floor(random() * list.length)]
}

export function spliced(text: string, start: number, end: number, inserted: string): string {
  return text.slice(0, start) + inserted + text.slice(end)
}
