/**
 * Time as the pool needs it; given from outside, so that nothing below the service reads a clock of its own.
 */
export interface Clock {
  /** Milliseconds from any fixed moment; never goes back. */
  now(): number
  /** Calls once after so many milliseconds. @returns a function that calls it off */
  after(milliseconds: number, call: () => void): () => void
}
