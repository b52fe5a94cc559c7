/** What the tabs show of a compiled ruleset: its review, its claims as form fields, its assertions. */

import { undeterminedValues } from '../../server/engine/bind/undetermined'
import { questionOf } from '../../server/engine/describe/default-question'
import type { Sentence } from '../../server/engine/describe/english/clause'
import { capitalised, humanise } from '../../server/engine/describe/english/humanise'
import { Names } from '../../server/engine/describe/english/names'
import { numeralInWords } from '../../server/engine/describe/english/quantities'
import { describeRuleset } from '../../server/engine/describe/review'
import type { ReviewDocument } from '../../server/engine/describe/review-document'
import type { CheckedRuleset, Input } from '../../server/language/checked-ruleset'
import type { Policy } from '../../server/language/syntax'
import type { UnitLibrary } from '../../server/units/unit-library'
import { type UnitChoice, UnitChoices } from './unit-choices'

export interface ClaimField {
  readonly name: string
  readonly label: string
  readonly type: 'boolean' | 'numeric' | 'enum'
  readonly question: string
  readonly context: string | null
  readonly vocabulary: readonly string[]
  readonly ordered: boolean
  /** The declared unit: values carry one. */
  readonly unit: string | null
  /** The unit that bare values are read in. */
  readonly adoptedUnit: string | null
  /** In words: `1,000,000`. */
  readonly range: { readonly min: string; readonly max: string } | null
  /** Units that a value may be given in, the declared one first; empty where no unit is declared. */
  readonly unitChoices: readonly UnitChoice[]
  /** What is submitted for "unknown". */
  readonly undetermined: 'unknown' | null
  /** Names of the assertions that read it. */
  readonly readBy: readonly string[]
  readonly line: number
}

export interface AssertionFace {
  readonly name: string
  readonly title: string
  readonly policy: Policy
  readonly line: number
  readonly reads: readonly string[]
  readonly sentence: Sentence | null
}

export interface RulesetDescription {
  readonly review: ReviewDocument
  readonly claims: readonly ClaimField[]
  /** Claims and locals by name, as sentences call them. */
  readonly labels: Readonly<Record<string, string>>
  readonly assertions: readonly AssertionFace[]
}

export function describeForPages(
  ruleset: CheckedRuleset,
  library: UnitLibrary,
  choices: UnitChoices = new UnitChoices(library),
): RulesetDescription {
  const review = describeRuleset(ruleset)
  const names = new Names(ruleset)
  const label = (name: string) => capitalised(names.spoken(name))
  const readBy = new Map<number, string[]>()
  for (const { name, reads } of ruleset.assertions)
    for (const place of reads) readBy.set(place, [...(readBy.get(place) ?? []), name])
  const sentences = sentencesByName(review)
  return {
    review,
    labels: Object.fromEntries(ruleset.inputs.map(({ name }) => [name, label(name)])),
    claims: ruleset.inputs.flatMap((input, place) =>
      input.kind === 'claim' ? [claimField(input, label(input.name), choices, readBy.get(place) ?? [])] : [],
    ),
    assertions: ruleset.assertions.map(({ name, policy, line, reads }) => ({
      name,
      title: capitalised(humanise(name)) || name,
      policy,
      line,
      reads: reads.flatMap((place) => ruleset.inputs[place]?.name ?? []),
      sentence: sentences.get(name) ?? null,
    })),
  }
}

function claimField(input: Input, label: string, choices: UnitChoices, readBy: readonly string[]): ClaimField {
  const { name, type, declaredUnit, adoptedUnit, range, context, line } = input
  return {
    name,
    label,
    type: type.kind,
    question: questionOf(input),
    context,
    vocabulary: type.kind === 'enum' ? type.vocabulary : [],
    ordered: type.kind === 'enum' && type.ordered,
    unit: declaredUnit?.text ?? null,
    adoptedUnit: adoptedUnit?.text ?? null,
    range: range === null ? null : { min: numeralInWords(range.min), max: numeralInWords(range.max) },
    unitChoices: declaredUnit === null ? [] : choices.of(declaredUnit),
    undetermined: undeterminedValues(input)[0] ?? null,
    readBy,
    line,
  }
}

function sentencesByName(review: ReviewDocument): Map<string, Sentence> {
  const found = new Map<string, Sentence>()
  for (const { name, fields } of review.sections.find(({ id }) => id === 'assertions')?.entries ?? [])
    for (const field of fields) if (field.kind === 'sentence' && name !== null) found.set(name, field.sentence)
  return found
}
