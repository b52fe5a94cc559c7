/**
 * Compares the meaning of two rulesets by the reference semantics on random dictionaries, without the engine's code.
 */
import { type Random, randomClaims } from '../../engine/testing/random-rules'
import { referenceOutcome } from '../../engine/testing/reference'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'

const DICTIONARIES = 20

/** Returns whether both rulesets have the same claims, and the same values of assertions on {@link DICTIONARIES}. */
export function meanSame(one: CheckedRuleset, other: CheckedRuleset, random: Random): boolean {
  const inputs = ({ inputs }: CheckedRuleset) =>
    JSON.stringify(
      inputs.map(({ kind, name, type, range }) => [
        kind,
        name,
        type.kind === 'numeric' ? type.unit?.text : type,
        range,
      ]),
    )
  if (inputs(one) !== inputs(other) || one.assertions.length !== other.assertions.length) return false
  const policies = (ruleset: CheckedRuleset) => ruleset.assertions.map(({ name, policy }) => `${name} ${policy}`).join()
  if (policies(one) !== policies(other)) return false
  for (let i = 0; i < DICTIONARIES; i++) {
    const completion = randomClaims(random, one, 1).map((value) => value ?? random() < 0.5)
    for (const assertion of one.assertions.keys())
      if (referenceOutcome(one, assertion, completion) !== referenceOutcome(other, assertion, completion)) return false
  }
  return true
}
