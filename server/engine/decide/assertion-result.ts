/**
 * The answer to one assertion, before it is put on a wire, and the answers that need no search.
 *
 * Promises: fields and meaning are those of a result in the contract. Never one combined verdict. Fields may
 * be getters: {@link copyResult} makes plain data of a result before it leaves the thread.
 * Trusts that the values from which a result was made do not change.
 */

import type { CheckedAssertion, CheckedRuleset, UnbridgedPair } from '../../language/semantics/checked-ruleset'
import type { Program } from '../evaluate/program'
import type { Completion, Known } from '../value'
import { assignmentText } from './counterexample'

export type Check = 'TRUE' | 'FALSE' | 'UNKNOWN' | 'AMBIGUOUS'

export interface AssertionResult {
  readonly check: Check
  /**
   * Present whenever the answer was not proved, resolved by a policy or not (public/docs/language.md, "What an answer
   * means").
   */
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

const NO_PAIRS: AssertionResult['unbridged'] = Object.freeze([])

/** What the answers of one check have in common. */
export interface Subject {
  readonly program: Program
  readonly known: Known
}

/**
 * FALSE with its counterexample.
 *
 * The text of the counterexample is made on first access, so a caller that wants only the answers does not pay for it.
 */
export class FalseResult implements AssertionResult {
  private text: string | null | undefined = undefined

  /** @param completion null where the known values are all there is */
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

  /** As text it is an answer like any other. */
  toJSON(): AssertionResult {
    return copyResult(this)
  }
}

/** A proved TRUE carries nothing else, so all of them are one object. */
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

/** Claims whose submitted unit does not become the one they are held in, by input. */
export type UnbridgedInputs = ReadonlyMap<number, UnitPair>

/** Whether an assertion reads a claim whose submitted unit does not fit. */
export function readsUnbridged({ reads }: CheckedAssertion, inputs: UnbridgedInputs): boolean {
  return inputs.size > 0 && reads.some((input) => inputs.has(input))
}

/**
 * The answer of an assertion that compares units which nothing joins: UNKNOWN under every policy, never evaluated.
 *
 * Lists each pair once: first those of the ruleset, then those of submitted units, in the order of declaration.
 */
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
