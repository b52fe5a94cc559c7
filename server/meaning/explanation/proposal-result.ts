/** Numbers are as submitted, with the unit in the author's spelling. */
import type { Input } from '../../language/semantics/checked-input'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { claimDictionary, submittedValue } from '../claim-dictionary'
import type { Interval } from '../outcomes-along'
import type { Allowed, Described } from './allowed-values'
import type { AllowedValue, ProposalResult } from './explanation-result'
import type { ExplanationWords } from './explanation-words'

/** @param byPolicy whether it may fail in some completion */
export function proposalResult(
  ruleset: CheckedRuleset,
  described: Described,
  byPolicy: boolean,
  words: ExplanationWords,
): ProposalResult {
  const changes = described.changes.map((change) => {
    const input = ruleset.inputs[change.input]!
    return {
      claim: input.name,
      submitted: submittedValue(input, change.submitted),
      allowed: allowedResult(input, change.allowed),
      words: words.supposed(change),
    }
  })
  const claims = claimDictionary(ruleset, described.values)
  return { changes, claims, byPolicy, sentence: words.proposal(described.changes, byPolicy) }
}

export function allowedResult(input: Input, allowed: Allowed): readonly AllowedValue[] {
  if (allowed.kind === 'members') return allowed.members.map((value) => ({ value }))
  const end = (side: Interval['from']) =>
    side === null ? null : { value: String(submittedValue(input, side.value)), included: side.included }
  return allowed.intervals.map(({ from, to }) => ({ from: end(from), to: end(to) }))
}
