/** Fields may be getters: {@link copyResult} makes plain data before a result leaves the thread. */

import type { CheckedAssertion, CheckedRuleset, UnbridgedPair } from '../../language/semantics/checked-ruleset'
import type { Completion, Known } from '../core/value'
import type { Program } from '../evaluate/program'
import { assignmentText } from './counterexample'

export type Check = 'TRUE' | 'FALSE' | 'UNKNOWN' | 'AMBIGUOUS'

export interface AssertionResult {
  readonly check: Check
  /** Present unless the answer was proved, even if a policy resolved it. */
  readonly reasonUnknown: string | null
  /** Present only for FALSE, if the assertion reads a claim. */
  readonly counterexample: string | null
  readonly unbridged: readonly { readonly from: string; readonly to: string }[]
}

export function copyResult({ check, reasonUnknown, counterexample, unbridged }: AssertionResult): AssertionResult {
  return { check, reasonUnknown, counterexample, unbridged }
}

const NO_PAIRS: AssertionResult['unbridged'] = Object.freeze([])

export interface Subject {
  readonly program: Program
  readonly known: Known
}

/** Makes the counterexample's text on first access, so that callers that want only answers do not pay for it. */
export class FalseResult implements AssertionResult {
  private text: string | null | undefined = undefined

  /** @param completion null if all values are known */
  constructor(
    private readonly subject: Subject,
    private readonly assertion: number,
    private readonly completion: Completion | null,
    readonly reasonUnknown: string | null,
  ) {}

  get check(): 'FALSE' {
    return 'FALSE'
  }

  get unbridged(): AssertionResult['unbridged'] {
    return NO_PAIRS
  }

  get counterexample(): string | null {
    const { program, known } = this.subject
    this.text ??= assignmentText(program.ruleset, this.assertion, known, this.completion ?? known)
    return this.text
  }

  toJSON(): AssertionResult {
    return copyResult(this)
  }
}

export const PROVED_TRUE: AssertionResult = Object.freeze({
  check: 'TRUE',
  reasonUnknown: null,
  counterexample: null,
  unbridged: NO_PAIRS,
})

interface UnitPair {
  readonly from: string
  readonly to: string
}

/** By input: submitted units that do not convert. */
export type UnbridgedInputs = ReadonlyMap<number, UnitPair>

export function readsUnbridged({ reads }: CheckedAssertion, inputs: UnbridgedInputs): boolean {
  return inputs.size > 0 && reads.some((input) => inputs.has(input))
}

/** UNKNOWN under every policy, without evaluation. Lists each pair once, the ruleset's first. */
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
  for (const pair of assertion.unbridged) add(pair, describeUnbridgedPair(pair))
  for (const input of assertion.reads) {
    const pair = inputs.get(input)
    if (pair !== undefined) add(pair, describeUnbridgedClaim(ruleset.inputs[input]!.name, pair))
  }
  return {
    check: 'UNKNOWN',
    reasonUnknown: `Not evaluated: ${sentences.join('; ')}.`,
    counterexample: null,
    unbridged: [...pairs.values()],
  }
}

function describeUnbridgedPair({ from, to, cause }: UnbridgedPair): string {
  const why = cause === 'missing' ? 'no unit converter joins them' : 'the conversion between them is ambiguous'
  return `${from} is compared with ${to}, and ${why}`
}

function describeUnbridgedClaim(claim: string, { from, to }: UnitPair): string {
  return `${claim} was submitted in ${from}, and no unit converter turns that into ${to} without doubt`
}
