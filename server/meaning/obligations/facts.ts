/**
 * Each obligation states the same counterexample as the question of the same name in server/meaning/questions.ts, so
 * the two agree.
 */
import { FALSE, NONE, type Outcomes, TRUE } from '../../engine/core/value'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { JoinedRulesets } from '../comparison/joined-rulesets'
import { ALWAYS, conditionOf, conjunction, difference, hasOutcome } from '../condition'
import type { Obligation } from './obligation'

/** Assertions are indices of the ruleset. */
export type Fact =
  /** The assertion never has any of the outcomes. */
  | { readonly kind: 'never'; readonly assertion: number; readonly outcomes: Outcomes }
  /** Whenever all premises are TRUE, the consequence is TRUE. */
  | { readonly kind: 'implies'; readonly premises: readonly number[]; readonly consequence: number }
  /** No completion makes all of them TRUE. */
  | { readonly kind: 'not-together'; readonly assertions: readonly number[] }

/** @param hash of the ruleset, 64 hexadecimal digits */
export function factObligation(ruleset: CheckedRuleset, hash: string, fact: Fact, withinRanges: boolean): Obligation {
  const name = (index: number) => ruleset.assertions[index]!.name
  const condition = (index: number) => conditionOf(ruleset.assertions[index]!)
  const subject = { rulesets: [{ role: 'ruleset', hash }], space: ruleset, withinRanges }
  switch (fact.kind) {
    case 'never':
      return {
        ...subject,
        title: `The assertion ${name(fact.assertion)} ${neverInWords(fact.outcomes)}.`,
        condition: condition(fact.assertion),
        outcomes: fact.outcomes,
      }
    case 'implies': {
      const { premises, consequence } = fact
      const where = premises.length === 1 ? 'the assertion' : 'the assertions'
      const verb = premises.length === 1 ? 'is' : 'are'
      return {
        ...subject,
        title: `Where ${where} ${namesInWords(premises.map(name))} ${verb} TRUE, the assertion ${name(consequence)} is TRUE.`,
        condition: conjunction([...premises.map(condition), difference(condition(consequence), ALWAYS)]),
        outcomes: TRUE,
      }
    }
    case 'not-together':
      return {
        ...subject,
        title: `The assertions ${namesInWords(fact.assertions.map(name))} cannot all be TRUE for one claim dictionary.`,
        condition: conjunction(fact.assertions.map(condition)),
        outcomes: TRUE,
      }
  }
}

export type PairFact = 'no difference' | 'no TRUE becomes FALSE' | 'no FALSE becomes TRUE'

export interface ComparedRulesets {
  readonly joined: JoinedRulesets
  /** SHA-256 of the two texts. */
  readonly hashes: { readonly before: string; readonly after: string }
}

/** @param pair indices in their rulesets */
export function pairObligation(
  { joined, hashes }: ComparedRulesets,
  pair: { readonly before: number; readonly after: number },
  fact: PairFact,
  withinRanges: boolean,
): Obligation {
  const { before, after, space } = joined
  const [earlier, later] = [before.condition(pair.before), after.condition(pair.after)]
  const [oldName, name] = [before.ruleset.assertions[pair.before]!.name, after.ruleset.assertions[pair.after]!.name]
  const subject = oldName === name ? `The assertion ${name}` : `The assertion ${name} (before: ${oldName})`
  const proved = {
    'no difference': {
      title: `${subject} has the same outcome in both rulesets in every completion of the claims.`,
      condition: difference(earlier, later),
    },
    'no TRUE becomes FALSE': {
      title: `${subject} is FALSE now in no completion of the claims in which it was TRUE before.`,
      condition: conjunction([earlier, hasOutcome(later, FALSE)]),
    },
    'no FALSE becomes TRUE': {
      title: `${subject} is TRUE now in no completion of the claims in which it was FALSE before.`,
      condition: conjunction([hasOutcome(earlier, FALSE), later]),
    },
  }[fact]
  return {
    ...proved,
    rulesets: [
      { role: 'ruleset before', hash: hashes.before },
      { role: 'ruleset after', hash: hashes.after },
    ],
    space,
    outcomes: TRUE,
    withinRanges,
    later: { inputs: after.ruleset.inputs.length, lets: after.ruleset.lets.length },
  }
}

function neverInWords(outcomes: Outcomes): string {
  if (outcomes === TRUE) return 'cannot be TRUE'
  if (outcomes === FALSE) return 'cannot be FALSE'
  if (outcomes === NONE) return 'always has a value'
  if (outcomes === (FALSE | NONE)) return 'is always TRUE'
  if (outcomes === (TRUE | NONE)) return 'is always FALSE'
  if (outcomes === (TRUE | FALSE)) return 'never has a value'
  return 'has no outcome'
}

function namesInWords(names: readonly string[]): string {
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}
