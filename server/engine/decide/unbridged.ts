/**
 * Assertions that compare units which nothing joins: UNKNOWN under every policy, and never evaluated.
 *
 * Promises: each pair once, those of the ruleset first, then those that submitted units bring, in the order of declaration.
 */
import type { CheckedAssertion, CheckedRuleset, UnbridgedPair } from '../../language/semantics/checked-ruleset'
import type { AssertionResult } from '../assertion-result'

export interface UnitPair {
  readonly from: string
  readonly to: string
}

export const NO_PAIRS: AssertionResult['unbridged'] = Object.freeze([])

/** Claims whose submitted unit does not become the one they are held in, by input. */
export type UnbridgedInputs = ReadonlyMap<number, UnitPair>

/** Whether an assertion reads a claim whose submitted unit does not fit. */
export function readsUnbridged({ reads }: CheckedAssertion, inputs: UnbridgedInputs): boolean {
  return inputs.size > 0 && reads.some((input) => inputs.has(input))
}

/** The answer of an assertion that compares units which nothing joins. */
export function unbridgedResult(
  ruleset: CheckedRuleset,
  assertion: CheckedAssertion,
  inputs: UnbridgedInputs,
): AssertionResult {
  const sentences: string[] = []
  const pairs = new Map<string, UnitPair>()
  const add = ({ from, to }: UnitPair, sentence: string): void => {
    pairs.set(JSON.stringify([from, to]), { from, to })
    if (!sentences.includes(sentence)) sentences.push(sentence)
  }
  for (const pair of assertion.unbridged) add(pair, compared(pair))
  for (const input of assertion.reads) {
    const pair = inputs.get(input)
    if (pair !== undefined) add(pair, submitted(ruleset.inputs[input]!.name, pair))
  }
  return {
    check: 'UNKNOWN',
    reasonUnknown: `Not evaluated: ${sentences.join('; ')}.`,
    counterexample: null,
    unbridged: [...pairs.values()],
  }
}

function compared({ from, to, cause }: UnbridgedPair): string {
  const why = cause === 'missing' ? 'no unit converter joins them' : 'the conversion between them is ambiguous'
  return `${from} is compared with ${to}, and ${why}`
}

function submitted(claim: string, { from, to }: UnitPair): string {
  return `${claim} was submitted in ${from}, and no unit converter turns that into ${to} without doubt`
}
