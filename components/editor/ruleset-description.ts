import { undeterminedValues } from '../../server/engine/claims/claim-slot'
import type { Definitions } from '../../server/engine/definitions'
import { type CitedClause, citedClauses } from '../../server/engine/explain/citing-rules'
import { type DataType, dataTypeOf, questionOf } from '../../server/engine/explain/claim-facts'
import type { Sentence } from '../../server/engine/explain/english/clause'
import { capitalise, humaniseName, Names } from '../../server/engine/explain/english/names'
import { numeralInWords } from '../../server/engine/explain/english/quantities'
import { describeRuleset } from '../../server/engine/explain/review'
import type { ReviewDocument } from '../../server/engine/explain/review-document'
import { noteLine } from '../../server/engine/explain/review-fields'
import { type RecordField, recordFields } from '../../server/engine/records/record-fields'
import { type Input, isPart } from '../../server/language/semantics/checked-input'
import type { CheckedLet, CheckedRuleset } from '../../server/language/semantics/checked-ruleset'
import { isAmount } from '../../server/language/semantics/checked-type'
import type { Policy } from '../../server/language/syntax/syntax'
import type { UnitLibrary } from '../../server/language/units/unit-library'
import { type UnitChoice, UnitChoices } from './unit-choices'

export interface ClaimField {
  readonly name: string
  readonly label: string
  /** A record is a field only if it may be absent. */
  readonly type: DataType
  readonly question: string
  readonly context: string | null
  readonly vocabulary: readonly string[]
  readonly ordered: boolean
  /** Texts that may stand for a number, a date, a timestamp or another text. */
  readonly codes: readonly string[]
  /** Optional records that must be there, and lists that must have an entry, outermost first. */
  readonly within: readonly { readonly claim: string; readonly entry: number | null }[]
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
  readonly citations: readonly CitedClause[]
  /** In declaration order. */
  readonly definitions: readonly DefinitionFace[]
}

export interface DefinitionFace {
  readonly name: string
  readonly type: 'boolean' | 'numeric' | 'date' | 'timestamp' | 'member'
}

export interface RulesetDescription {
  readonly review: ReviewDocument
  readonly claims: readonly ClaimField[]
  /** How the claims are read from a file, in the same order. */
  readonly recordFields: readonly RecordField[]
  /** By name, as sentences use them. */
  readonly labels: Readonly<Record<string, string>>
  readonly assertions: readonly AssertionFace[]
  /** In the order of the text. */
  readonly reports: readonly DefinitionFace[]
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
      input.kind === 'claim' && !isPart(input)
        ? [claimField(input, ruleset.inputs, label, choices, readersOf(index, input, readBy))]
        : [],
    ),
    recordFields: recordFields(ruleset.inputs),
    assertions: ruleset.assertions.map(({ name, policy, line, reads, comment }, index) => ({
      name,
      title: capitalise(humaniseName(name)) || name,
      policy,
      line,
      reads: [...new Set(reads.flatMap((index) => ruleset.inputs[index]?.name ?? []))],
      sentence: sentences.get(name)?.sentence ?? null,
      remarks: sentences.get(name)?.remarks ?? [],
      note: comment.map(noteLine),
      citations: citedClauses(ruleset, name),
      definitions: (definitions.byAssertion[index] ?? []).flatMap((each) => definitionFace(ruleset.lets[each])),
    })),
    reports: ruleset.reports.flatMap((report) => definitionFace(ruleset.lets[report.let])),
  }
}

/** A claim with codes is read by its number or by its code, and a text also by its length. */
function readersOf(index: number, { form }: Input, readBy: ReadonlyMap<number, readonly string[]>): readonly string[] {
  const own = readBy.get(index) ?? []
  const part = form?.kind === 'coded' ? form.code : form?.kind === 'text' ? form.length : null
  return part === null ? own : [...new Set([...own, ...(readBy.get(part) ?? [])])]
}

function claimField(
  input: Input,
  inputs: readonly Input[],
  label: (name: string) => string,
  choices: UnitChoices,
  readBy: readonly string[],
): ClaimField {
  const { name, type, declaredUnit, adoptedUnit, range, context, line, form, within = [] } = input
  const unit = declaredUnit ?? adoptedUnit
  return {
    name,
    label: label(name),
    type: dataTypeOf(input),
    question: askedIn(input, label),
    context,
    vocabulary: type.kind === 'enum' && form?.kind !== 'text' ? type.vocabulary : [],
    ordered: type.kind === 'enum' && type.ordered,
    codes: form?.kind === 'coded' || form?.kind === 'text' ? form.codes : [],
    within: within.map(({ input: outer, entry }) => ({ claim: inputs[outer]!.name, entry })),
    unit: declaredUnit?.text ?? null,
    adoptedUnit: adoptedUnit?.text ?? null,
    range: range === null ? null : { min: numeralInWords(range.min, unit), max: numeralInWords(range.max, unit) },
    unitChoices: declaredUnit === null ? [] : choices.of(declaredUnit),
    undetermined: undeterminedValues(input)[0] ?? null,
    readBy,
    line,
  }
}

/** "Driver 2: How old is the driver?" */
function askedIn(input: Input, label: (name: string) => string): string {
  const entry = input.name.slice(0, input.name.lastIndexOf(']') + 1)
  return entry === '' || input.question === null ? questionOf(input) : `${label(entry)}: ${questionOf(input)}`
}

function definitionFace(definition: CheckedLet | undefined): DefinitionFace[] {
  if (definition === undefined) return []
  const { name, value } = definition
  const { type } = value
  return [{ name, type: type.kind === 'boolean' || isAmount(type) ? type.kind : 'member' }]
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
