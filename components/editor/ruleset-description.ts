import { undeterminedValues } from '../../server/engine/claims/claim-slot'
import type { Definitions } from '../../server/engine/definitions'
import { questionOf } from '../../server/engine/explain/claim-facts'
import type { Sentence } from '../../server/engine/explain/english/clause'
import { capitalise, humaniseName, Names } from '../../server/engine/explain/english/names'
import { numeralInWords } from '../../server/engine/explain/english/quantities'
import { describeRuleset } from '../../server/engine/explain/review'
import { noteLine, type ReviewDocument } from '../../server/engine/explain/review-document'
import type { CheckedLet, CheckedRuleset, Input } from '../../server/language/semantics/checked-ruleset'
import type { Policy } from '../../server/language/syntax/syntax'
import type { UnitLibrary } from '../../server/language/units/unit-library'
import { type UnitChoice, UnitChoices } from './unit-choices'

export interface ClaimField {
  readonly name: string
  readonly label: string
  readonly type: 'boolean' | 'numeric' | 'enum'
  readonly question: string
  readonly context: string | null
  readonly vocabulary: readonly string[]
  readonly ordered: boolean
  /** The declared unit, required in values. */
  readonly unit: string | null
  readonly adoptedUnit: string | null
  /** In words: `1,000,000`. */
  readonly range: { readonly min: string; readonly max: string } | null
  /** The declared unit first; empty without one. */
  readonly unitChoices: readonly UnitChoice[]
  /** Submitted for "unknown". */
  readonly undetermined: 'unknown' | null
  /** Assertions. */
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
  readonly remarks: readonly string[]
  /** The author's comment, as in the review. */
  readonly note: readonly string[]
  /** In declaration order. */
  readonly definitions: readonly DefinitionFace[]
}

export interface DefinitionFace {
  readonly name: string
  readonly type: 'boolean' | 'numeric' | 'member'
}

export interface RulesetDescription {
  readonly review: ReviewDocument
  readonly claims: readonly ClaimField[]
  /** By name, as sentences use them. */
  readonly labels: Readonly<Record<string, string>>
  readonly assertions: readonly AssertionFace[]
}

export function describeForPages(
  ruleset: CheckedRuleset,
  definitions: Definitions,
  library: UnitLibrary,
  choices: UnitChoices = new UnitChoices(library),
): RulesetDescription {
  const review = describeRuleset(ruleset)
  const names = new Names(ruleset)
  const label = (name: string) => capitalise(names.spoken(name))
  const readBy = new Map<number, string[]>()
  for (const { name, reads } of ruleset.assertions)
    for (const index of reads) readBy.set(index, [...(readBy.get(index) ?? []), name])
  const sentences = sentencesByName(review)
  return {
    review,
    labels: Object.fromEntries([...ruleset.inputs, ...ruleset.lets].map(({ name }) => [name, label(name)])),
    claims: ruleset.inputs.flatMap((input, index) =>
      input.kind === 'claim' ? [claimField(input, label(input.name), choices, readBy.get(index) ?? [])] : [],
    ),
    assertions: ruleset.assertions.map(({ name, policy, line, reads, comment }, index) => ({
      name,
      title: capitalise(humaniseName(name)) || name,
      policy,
      line,
      reads: reads.flatMap((index) => ruleset.inputs[index]?.name ?? []),
      sentence: sentences.get(name)?.sentence ?? null,
      remarks: sentences.get(name)?.remarks ?? [],
      note: comment.map(noteLine),
      definitions: (definitions.byAssertion[index] ?? []).flatMap((each) => definitionFace(ruleset.lets[each])),
    })),
  }
}

function claimField(input: Input, label: string, choices: UnitChoices, readBy: readonly string[]): ClaimField {
  const { name, type, declaredUnit, adoptedUnit, range, context, line } = input
  const unit = declaredUnit ?? adoptedUnit
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
    range: range === null ? null : { min: numeralInWords(range.min, unit), max: numeralInWords(range.max, unit) },
    unitChoices: declaredUnit === null ? [] : choices.of(declaredUnit),
    undetermined: undeterminedValues(input)[0] ?? null,
    readBy,
    line,
  }
}

function definitionFace(definition: CheckedLet | undefined): DefinitionFace[] {
  if (definition === undefined) return []
  const { name, value } = definition
  const { kind } = value.type
  return [{ name, type: kind === 'boolean' || kind === 'numeric' ? kind : 'member' }]
}

interface Stated {
  readonly sentence: Sentence | null
  readonly remarks: readonly string[]
}

function sentencesByName(review: ReviewDocument): ReadonlyMap<string, Stated> {
  const { entries = [] } = review.sections.find(({ id }) => id === 'assertions') ?? {}
  return new Map(
    entries.flatMap(({ name, fields }) => {
      if (name === null) return []
      const sentences = fields.flatMap((field) => (field.kind === 'sentence' ? [field.sentence] : []))
      const remarks = fields.flatMap((field) => (field.kind === 'fact' && field.label === '' ? [field.text] : []))
      return [[name, { sentence: sentences[0] ?? null, remarks }]]
    }),
  )
}
