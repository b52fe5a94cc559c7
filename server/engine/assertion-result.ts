/**
 * The answer to one assertion, before it is put on a wire.
 *
 * Promises: fields and meaning are those of the contract's "Assertion result". Never one combined verdict. Fields may be
 * getters: {@link copyResult} makes plain data of a result before it leaves the thread.
 */
export type Check = 'TRUE' | 'FALSE' | 'UNKNOWN' | 'AMBIGUOUS'

export interface AssertionResult {
  readonly check: Check
  /** Present whenever the answer was not proved, resolved by a policy or not (language.md, "Meaning"). */
  readonly reasonUnknown: string | null
  /** Present only where `check` is FALSE and the assertion reads a claim. */
  readonly counterexample: string | null
  /** Pairs that made the assertion UNKNOWN whole; empty otherwise. */
  readonly unbridged: readonly { readonly from: string; readonly to: string }[]
}

/** The same answer as plain data. */
export function copyResult({ check, reasonUnknown, counterexample, unbridged }: AssertionResult): AssertionResult {
  return { check, reasonUnknown, counterexample, unbridged }
}
