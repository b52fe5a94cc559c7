/**
 * Which claims each assertion reads, with the question that was asked about each: what a proof step tells beside its answer.
 *
 * Promises: assertions in their order, claims in the order of declaration, locals left out. Claims that an assertion
 * names through lets are among them; `Members(claim)` reads no value.
 */
import type { CheckedRuleset } from '../../language/checked-ruleset'
import { questionOf } from './default-question'

export interface ReadClaim {
  readonly claim: string
  /** As manifest and prompt pack tell it. */
  readonly question: string
}

export interface AssertionReads {
  readonly assertion: string
  readonly claims: readonly ReadClaim[]
}

export function assertionReads({ assertions, inputs }: CheckedRuleset): readonly AssertionReads[] {
  return assertions.map(({ name, reads }) => ({
    assertion: name,
    claims: reads.flatMap((place) => {
      const input = inputs[place]
      if (input === undefined) throw new Error(`${name} reads input ${place}, and there is none`)
      return input.kind === 'local' ? [] : { claim: input.name, question: questionOf(input) }
    }),
  }))
}
