import { CHECK_WORDS } from '../../language/patterns/shapes'
import type {
  Checked,
  CheckedAssertion,
  CheckedLet,
  CheckedLibrary,
  CheckedReport,
} from '../../language/semantics/checked-ruleset'
import { lookupFormOf } from '../../language/semantics/checked-ruleset'
import type { Type } from '../../language/semantics/checked-type'
import type { Policy } from '../../language/syntax/syntax'
import { publicName } from './claim-facts'
import { joinSeries, quoteVisible } from './english/clause'
import { capitalise, humaniseName, type Names } from './english/names'
import { unitInWords } from './english/quantities'
import { Remarks } from './english/remarks'
import { describeExpression } from './english/sentence'
import { lookupFields } from './lookup-fields'
import { entryTitle } from './review-claims'
import { librarySectionId, type ReviewEntry, type ReviewField, type ReviewSection } from './review-document'
import { clauseFields, INDEPENDENT, noteFields, referredNames } from './review-fields'

/** The introduction explains the neutral policy. */
const EFFECT: Record<Exclude<Policy, 'neutral'>, string> = {
  pessimistic:
    'pessimistic. Where unknown answers leave it open, the result is FALSE if some values of theirs would break it (answered by policy, not proved), else UNKNOWN.',
  optimistic:
    'optimistic. Where unknown answers leave it open, the result is TRUE if some values of theirs would meet it (answered by policy, not proved), else UNKNOWN.',
}

const DEFINES: Record<Type['kind'], string> = {
  boolean: 'Holds when',
  numeric: 'Stands for',
  date: 'Stands for',
  timestamp: 'Stands for',
  enum: 'Stands for',
  text: 'Stands for',
  set: 'Lists',
}

export function ruleSections(names: Names): readonly ReviewSection[] {
  const remarks = new Remarks(names)
  const { lets, reports } = names.ruleset
  const reported = new Set(reports.map((report) => report.let))
  const terms = [
    ...lets.flatMap((definition, index) => (reported.has(index) ? [] : [definitionEntry(definition, names, remarks)])),
    ...conditionEntries(names, remarks),
    ...shapeEntries(names),
  ]
  const shared = sharedEntries(names, new Set(terms.map(({ name }) => name)))
  const { libraries = [] } = names.ruleset
  const copied = new Set(libraries.flatMap(({ used, unused }) => [...used, ...unused]))
  const assertions = names.ruleset.assertions.map((assertion) => assertionEntry(assertion, names, remarks))
  return [
    {
      id: 'assertions',
      heading: 'Assertions',
      introduction:
        'Each assertion gets a result of its own: TRUE when what it states is so, FALSE when it is not. There is no combined verdict. Where unknown answers leave it open, the result is UNKNOWN (the policy neutral), unless the assertion names another policy.',
      entries: assertions,
    },
    {
      id: 'reports',
      heading: 'Reported values',
      introduction:
        'Values that every check works out and puts into its answer. A reported value approves and rejects nothing; where unknown answers leave it open, the answer says on which claims it depends.',
      entries: reports.map((report) => reportEntry(report, names, remarks)),
    },
    {
      id: 'definitions',
      heading: 'Definitions',
      introduction: 'Terms that the rules use; in their sentences they stand in quotation marks.',
      entries: [...terms.filter(({ name }) => name === null || !copied.has(name)), ...shared],
    },
    ...libraries.map((library) => librarySection(library, terms)),
  ]
}

/** Conditions of a library that its own text asks of nothing, so they have no types to be put into words with. */
function sharedEntries({ ruleset }: Names, stated: ReadonlySet<string | null>): readonly ReviewEntry[] {
  const names = ruleset.shares?.names.filter((name) => !stated.has(name)) ?? []
  return names.map((name) => ({
    name,
    title: `${capitalise(humaniseName(name)) || name} (${name})`,
    fields: [{ kind: 'fact', label: '', text: 'Shared. Each ruleset that uses it states it in words.' }],
    ...INDEPENDENT,
  }))
}

/** Lists the statements of a library. Statements that no rule uses are only named. */
function librarySection(library: CheckedLibrary, terms: readonly ReviewEntry[]): ReviewSection {
  const { name, sha256, used, unused } = library
  const rest: readonly ReviewEntry[] =
    unused.length === 0
      ? []
      : [{ name: null, title: `Not used here: ${joinSeries(unused, 'and')}.`, fields: [], ...INDEPENDENT }]
  return {
    id: librarySectionId(name),
    heading: `From the library ${name} (sha256 ${sha256.slice(0, 8)}…${sha256.slice(-8)})`,
    introduction: `Terms that the rules use as they stand in the library ${name}. The sha256 of its lines is ${sha256}; it proves that none of them was changed here.`,
    entries: [...terms.filter((entry) => entry.name !== null && used.includes(entry.name)), ...rest],
  }
}

function definitionEntry(definition: CheckedLet, names: Names, remarks: Remarks): ReviewEntry {
  const { value, vocabulary } = definition
  const label = vocabulary ? 'Vocabulary' : DEFINES[value.type.kind]
  const lookup = lookupFormOf(definition.value)
  return {
    name: definition.name,
    title: entryTitle(definition.name, names),
    fields: [
      ...noteFields(definition.comment),
      ...clauseFields(names.ruleset, definition.name),
      ...(lookup === null
        ? [sentenceField(label, definition.value, names)]
        : lookupFields(lookup, definition.value.type, names)),
      ...remarks.on(definition.value),
    ],
    refersTo: referredNames(definition.value, names.ruleset),
    value: null,
  }
}

/** States each condition once, with its parameters. */
function conditionEntries(names: Names, remarks: Remarks): readonly ReviewEntry[] {
  const { conditions = [] } = names.ruleset
  return conditions.map(({ name, parameters, body, comment }) => ({
    name,
    title: entryTitle(name, names),
    fields: [
      ...noteFields(comment),
      ...clauseFields(names.ruleset, name),
      parameterField(name, parameters, names),
      sentenceField('Holds when', body, names.inCondition(parameters)),
      ...remarks.inCondition(parameters).on(body),
    ],
    refersTo: referredNames(body, names.ruleset),
    value: null,
  }))
}

function parameterField(condition: string, parameters: readonly string[], names: Names): ReviewField {
  const listed = joinSeries(
    parameters.map((parameter) => names.called(parameter)),
    'and',
  )
  const use = `each use of ${names.called(condition)} says what`
  return parameters.length === 1
    ? { kind: 'fact', label: 'Parameter', text: `${listed}. It is not a claim; ${use} it stands for.` }
    : { kind: 'fact', label: 'Parameters', text: `${listed}. They are not claims; ${use} they stand for.` }
}

function shapeEntries(names: Names): readonly ReviewEntry[] {
  const { shapes = [] } = names.ruleset
  return shapes.map(({ name, pattern, check, comment }) => {
    const checked = check === null ? '' : `, and to have ${CHECK_WORDS[check]}`
    const text = `A text has to match the pattern ${quoteVisible(pattern)} from its first to its last character${checked}.`
    return {
      name,
      title: `Shape ‘${name}’`,
      fields: [...noteFields(comment), { kind: 'fact', label: '', text } as const],
      ...INDEPENDENT,
    }
  })
}

/** A reported value may be used in rules like a definition. */
function reportEntry(report: CheckedReport, names: Names, remarks: Remarks): ReviewEntry {
  const definition = names.ruleset.lets[report.let]
  if (definition === undefined) throw new Error(`the report ${report.name} has no value`)
  const { comment, value } = definition
  const unit: ReviewField[] =
    report.unit === null ? [] : [{ kind: 'fact', label: 'Unit', text: `${unitInWords(report.unit.text)}.` }]
  const never: ReviewField[] =
    report.unbridged.length === 0
      ? []
      : [{ kind: 'fact', label: '', text: 'It never has a value; see “Not decided” below.' }]
  return {
    name: report.name,
    title: entryTitle(report.name, names),
    fields: [
      ...noteFields(comment),
      ...clauseFields(names.ruleset, report.name),
      sentenceField(value.type.kind === 'boolean' ? 'Yes when' : 'Is', value, names),
      ...unit,
      ...remarks.on(value),
      ...never,
      readField(report.reads, names),
    ],
    refersTo: referredNames(value, names.ruleset),
    value: null,
  }
}

function assertionEntry(assertion: CheckedAssertion, names: Names, remarks: Remarks): ReviewEntry {
  const fields: ReviewField[] = [...noteFields(assertion.comment), ...clauseFields(names.ruleset, assertion.name)]
  fields.push(sentenceField('States', assertion.expression, names), ...remarks.on(assertion.expression))
  const { policy, unbridged } = assertion
  if (unbridged.length > 0)
    fields.push({
      kind: 'fact',
      label: 'Policy',
      text: `${policy}, but without effect: the result is always UNKNOWN; see “Not decided” below.`,
    })
  else if (policy !== 'neutral') fields.push({ kind: 'fact', label: 'Policy', text: EFFECT[policy] })
  fields.push(readField(assertion.reads, names))
  return {
    name: assertion.name,
    title: assertionTitle(assertion.name),
    fields,
    refersTo: referredNames(assertion.expression, names.ruleset),
    value: null,
  }
}

/** Includes claims read through definitions. */
function readField(reads: readonly number[], names: Names): ReviewField {
  const seen = new Set<string>()
  const items = reads.flatMap((index) => {
    const { kind, declaredUnit, adoptedUnit, ...input } = names.input(index)
    const name = publicName(input.name)
    if (kind !== 'claim' || seen.has(name)) return []
    seen.add(name)
    const unit = declaredUnit ?? adoptedUnit
    const words = unit === null ? names.called(name) : `${names.called(name)} (${unitInWords(unit.text)})`
    return [{ name, words }]
  })
  if (items.length > 0) return { kind: 'references', label: 'Reads', items }
  const text =
    reads.length > 0
      ? 'It reads no claim, only what is left open.'
      : 'It reads no claim, so its result is always the same.'
  return { kind: 'fact', label: '', text }
}

/** Two assertions may share the words, but not the name. */
export function assertionTitle(name: string): string {
  return `${capitalise(humaniseName(name)) || name} (${name})`
}

function sentenceField(label: string, expression: Checked, names: Names): ReviewField {
  return { kind: 'sentence', label, sentence: describeExpression(expression, names) }
}
