/**
 * Which claims each assertion reads, with the question that was asked about each: what a proof step tells beside its answer.
 *
 * Promises: assertions in their order, claims in the order of declaration, locals left out. Claims that an assertion
 * names through lets are among them; `Members(claim)` reads no value.
 */
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { questionOf } from './claim-facts'

export interface ReadClaim {
  readonly claim: string
  /** As manifest and prompt pack tell it. */
  readonly question: string
}

export interface AssertionReads {
  /** The claims and the locals of the ruleset; null stands for a local. */
  readonly inputs: readonly (ReadClaim | null)[]
  /** `reads` are places in `inputs`, none of a local. */
  readonly assertions: readonly { readonly assertion: string; readonly reads: readonly number[] }[]
}

export function assertionReads({ assertions, inputs }: CheckedRuleset): AssertionReads {
  const claims = inputs.map((input) =>
    input.kind === 'local' ? null : { claim: input.name, question: questionOf(input) },
  )
  return {
    inputs: claims,
    assertions: assertions.map(({ name, reads }) => ({
      assertion: name,
      reads: reads.filter((place) => claims[place] !== null),
    })),
  }
}

/** How many claims all assertions read together. */
export function countReads({ assertions }: CheckedRuleset): number {
  return assertions.reduce((sum, { reads }) => sum + reads.length, 0)
}
