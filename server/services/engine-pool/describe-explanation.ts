import type { Json } from '../../api/canonical-json'
import { Refusal } from '../../api/refusal'
import { bindOrRefuse, type CheckableRuleset } from '../../engine/batch/check-compiled'
import { withoutFillers } from '../../engine/claims/shown-claims'
import { StepsExceededError } from '../../engine/core/meter'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { explainAnswers } from '../../meaning/explanation/explanation'
import type {
  AllowedValue,
  AnswerExplanation,
  ProposalResult,
  Proposals,
} from '../../meaning/explanation/explanation-result'
import type { AskTools } from '../../meaning/find-witness'
import { notInRuleset } from './demand-pairs'
import { type MeaningQuestion, parseClaimsText } from './engine-job'
import { AnswerSize, wireLeftOut, wireOpen, wirePlace, wireRuleset } from './wire-meaning'

type ExplanationQuestion = Extract<MeaningQuestion, { kind: 'explanation' }>

/**
 * @returns members without `ok` and `versions`
 * @throws Refusal VALIDATION_REJECTED, BUDGET_EXCEEDED, BAD_REQUEST for an unknown assertion or claim
 */
export function explanationOf(
  checkable: CheckableRuleset,
  { claims, assertion, fixed }: ExplanationQuestion,
  tools: AskTools,
): Readonly<Record<string, Json>> {
  const { input, ruleset, program } = checkable.compiled
  const options = {
    assertion: assertion === null ? null : assertionNamed(ruleset, assertion),
    fixed: claimsNamed(ruleset, fixed),
  }
  const { known, unbridged } = bindOrRefuse(checkable, parseClaimsText(claims), tools.meter)
  const subject = { program, source: input.source, known: withoutFillers(ruleset.inputs, known), unbridged }
  const explanation = withinSteps(assertion, () => explainAnswers(subject, options, tools))
  if (explanation === 'needs solver') throw new Error('the worker that explains has a solver')
  const proposals = new ProposalWriter(checkable)
  const together = explanation.allTogether && proposals.write(explanation.allTogether)
  return {
    ...wireRuleset(checkable.compiled),
    assertions: explanation.assertions.map((answer) => wireAnswer(answer, proposals)),
    all_together: together,
    open: [...explanation.open.map(wireOpen), ...wireLeftOut(proposals.left, 'proposals')],
  }
}

const TOO_MANY_DIGITS = 'The numbers that would make it hold have more digits than a check accepts.'

class ProposalWriter {
  private readonly size = new AnswerSize()
  left = 0

  constructor(private readonly checkable: CheckableRuleset) {}

  write({ wouldHoldIf, whyNot }: Proposals): { readonly [member: string]: Json } {
    const { binder } = this.checkable.compiled
    // Exact ends can have more digits than a claim allows.
    const submittable = wouldHoldIf.filter(({ claims }) => binder.bind(claims).ok)
    const { entries, left } = this.size.fitting(submittable, ({ claims }) => [claims])
    this.left += left
    const isEmptied = wouldHoldIf.length > 0 && entries.length === 0
    const why = left > 0 ? AnswerSize.REASON : TOO_MANY_DIGITS
    return { would_hold_if: entries.map(wireProposal), why_not: isEmptied ? why : whyNot }
  }
}

/** @throws Refusal BUDGET_EXCEEDED with advice if the steps do not suffice for all assertions */
function withinSteps<T>(assertion: string | null, explain: () => T): T {
  try {
    return explain()
  } catch (error) {
    if (!(error instanceof StepsExceededError) || assertion !== null) throw error
    throw new Refusal(
      'BUDGET_EXCEEDED',
      `To explain all assertions needs more than ${error.limit} evaluation steps. Name one of them in \`assertion\`.`,
      { budget: 'evaluation_steps', limit: error.limit },
    )
  }
}

function assertionNamed({ assertions }: CheckedRuleset, name: string): number {
  const index = assertions.findIndex((each) => each.name === name)
  if (index < 0) throw notInRuleset([{ field: 'assertion', expected: 'the name of an assertion of the ruleset', name }])
  return index
}

/** A record or list stands for its fields. */
function claimsNamed({ inputs }: CheckedRuleset, names: readonly string[]): ReadonlySet<number> {
  const indexes = names.map((name) =>
    [...inputs.keys()].filter((index) => {
      const { kind, name: own } = inputs[index]!
      return kind === 'claim' && (own === name || own.startsWith(`${name}.`) || own.startsWith(`${name}[`))
    }),
  )
  const wrong = names.flatMap((name, nth) =>
    indexes[nth]!.length === 0 ? [{ field: `fixed.${nth}`, expected: 'the name of a claim of the ruleset', name }] : [],
  )
  if (wrong.length > 0) throw notInRuleset(wrong)
  return new Set(indexes.flat())
}

function wireAnswer(
  { name, check, definitions, decisive, settledBy, ...proposals }: AnswerExplanation,
  writer: ProposalWriter,
): Json {
  return {
    name,
    check,
    definitions: definitions.map((each) => ({ ...each })),
    decisive: decisive.map(({ place, ...part }) => ({ ...part, place: wirePlace(place) })),
    settled_by: settledBy.map(({ allowed, ...each }) => ({ ...each, allowed: allowed.map(wireAllowed) })),
    ...writer.write(proposals),
  }
}

function wireProposal({ changes, claims, byPolicy, sentence }: ProposalResult): Json {
  return {
    changes: changes.map(({ allowed, ...change }) => ({ ...change, allowed: allowed.map(wireAllowed) })),
    claims: { ...claims },
    by_policy: byPolicy,
    sentence,
  }
}

function wireAllowed(allowed: AllowedValue): Json {
  if ('value' in allowed) return { value: allowed.value }
  return { from: allowed.from && { ...allowed.from }, to: allowed.to && { ...allowed.to } }
}
