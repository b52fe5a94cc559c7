import type { Diagnostic } from '../messages/diagnostic'
import { Report } from '../messages/report'
import { checkControlCharacters } from '../syntax/habits/foreign-spelling'
import { wholeDivisions } from '../syntax/habits/whole-divisions'
import { parseText } from '../syntax/parse'
import type { Ruleset } from '../syntax/syntax'
import { wordsOf } from '../syntax/words'
import type { LanguageLimits, LimitExceeded } from '../text/limits'
import { LineIndex } from '../text/line-index'
import { Speller } from '../text/nearest'
import type { UnitLibrary } from '../units/unit-library'
import { checkCitations } from './annotations/citations'
import { checkAnnotations } from './annotations/claim-annotations'
import { type Input, isPart } from './checked-input'
import type { CheckedCondition, CheckedRuleset, CheckedShape, Citation } from './checked-ruleset'
import type { Type } from './checked-type'
import { Checking, type NameUse } from './checking'
import { collectDeclarations } from './declarations'
import { checkExpression } from './expression'
import { countClaims, largestList } from './groups'
import { reportLeftForms } from './habits/foreign-form'
import { adoptUnits } from './measures/adoption'
import { UnitTable } from './measures/unit-table'
import { checkedConditions } from './named-conditions'
import { checkColumns } from './records/columns'
import { checkDefaults } from './records/defaults'
import { fittingList } from './records/fitting-list'
import { checkedParts, checkParts } from './sharing/shared-parts'
import { type CheckedStatements, checkStatements, checkUnread, Notes } from './statements'
import { finishTexts } from './texts/text-claims'

/** The result for the compiler and the editor, as plain data. */
export interface Analysis {
  readonly syntax: Ruleset
  /** In the order of the text. */
  readonly diagnostics: readonly Diagnostic[]
  readonly exceeded: LimitExceeded | null
  /** Present exactly if there is no error and no budget is exceeded. */
  readonly ruleset: CheckedRuleset | null
  /** In the order of the text. */
  readonly names: readonly NameUse[]
  /** Declared inputs, even with errors elsewhere, for hover and completion. */
  readonly inputs: readonly Input[]
  /** Known types by {@link NameUse.declaredAt}. */
  readonly types: ReadonlyMap<number, Type>
}

const EMPTY: Ruleset = { version: null, statements: [], sharedParts: [], comments: [] }
const NOTHING_FOUND = { ruleset: null, names: [], inputs: [], types: new Map() } as const

/**
 * Analyses a ruleset. Never throws. Offsets are those of `text`; the hash and the signature are for its normalised form
 * (normaliseSource), which has the same lines.
 */
export function analyseRuleset(text: string, library: UnitLibrary, limits: LanguageLimits): Analysis {
  const analysis = analyseOnce(text, library, limits, new Set())
  const divisions = wholeDivisions(text, analysis.syntax.comments, analysis.diagnostics)
  const result = divisions.size === 0 ? analysis : analyseOnce(text, library, limits, divisions)
  return result.exceeded?.budget === 'expression_nodes' ? withFittingList(result, text, library, limits) : result
}

/** Adds how many entries of the largest list would fit. */
function withFittingList(analysis: Analysis, text: string, library: UnitLibrary, limits: LanguageLimits): Analysis {
  const analyse = (changed: string, others: LanguageLimits) => analyseOnce(changed, library, others, new Set()).exceeded
  const list = fittingList(text, analysis.syntax, limits, analyse)
  if (list === null) return analysis
  const diagnostics = analysis.diagnostics.map((diagnostic) =>
    diagnostic.code === 'limit-exceeded'
      ? { ...diagnostic, message: `${diagnostic.message} The list ${list.path} fits with up to ${list.most} entries.` }
      : diagnostic,
  )
  return { ...analysis, diagnostics }
}

/** @param divisions offsets of `//` that are operators, which are reported */
function analyseOnce(
  text: string,
  library: UnitLibrary,
  limits: LanguageLimits,
  divisions: ReadonlySet<number>,
): Analysis {
  const report = new Report()
  const lines = new LineIndex(text)
  const answer = (syntax: Ruleset, outcome: Omit<Analysis, 'syntax' | 'diagnostics' | 'exceeded'>): Analysis => {
    return { syntax, diagnostics: report.finish(lines), exceeded: report.exceeded, ...outcome }
  }
  // A UTF-16 unit takes at most three bytes, so most texts need no counting.
  const bytes = text.length * 3 <= limits.source_bytes ? 0 : utf8Length(text)
  if (bytes > limits.source_bytes) {
    const start = { start: 0, end: Math.min(1, text.length) }
    report.exceed({ budget: 'source_bytes', limit: limits.source_bytes, actual: bytes }, start)
    return answer(EMPTY, NOTHING_FOUND)
  }
  checkControlCharacters(text, report)
  const speller = new Speller()
  const parsed = parseText(text, report, limits, speller, divisions)
  const syntax = parsed.ruleset
  if (report.exceeded !== null) return answer(syntax, NOTHING_FOUND)
  const units = new UnitTable(library, report, speller)
  const c = new Checking(text, parsed, report, lines, units, speller, limits, checkExpression)
  const notes = new Notes(text, lines, syntax.comments)
  const statements = checkSyntax(c, syntax, notes, limits)
  checkParts(c, syntax)
  const citations = report.exceeded === null ? checkCitations(c, syntax) : []
  const names = c.uses.sort((a, b) => a.start - b.start)
  const inputs = checkedInputs(c, notes)
  const conditions = checkedConditions(c, (start) => notes.above(start))
  const sound = !report.hasErrors && report.exceeded === null
  const ruleset = sound ? checkedRuleset(c, syntax, { inputs, statements, conditions, citations }, notes) : null
  return answer(syntax, { ruleset, names, inputs, types: typesOf(c) })
}

function checkSyntax(c: Checking, syntax: Ruleset, notes: Notes, limits: LanguageLimits): CheckedStatements {
  if (!areClaimsWithin(c, syntax, limits)) return { assertions: [], reports: [] }
  collectDeclarations(c, syntax)
  checkCounts(c, syntax, limits)
  if (c.report.exceeded !== null) return { assertions: [], reports: [] }
  checkAnnotations(c, syntax.comments)
  checkColumns(c)
  checkDefaults(c)
  adoptUnits(c, syntax)
  const statements = checkStatements(c, syntax, notes)
  finishTexts(c)
  reportLeftForms(c)
  checkSize(c, syntax, statements, limits)
  checkUnread(c, syntax)
  return statements
}

/** Counts the entries of lists before they become claims. */
function areClaimsWithin(c: Checking, syntax: Ruleset, limits: LanguageLimits): boolean {
  const groups = syntax.statements.filter((statement) => statement.kind === 'declare-group')
  const actual = groups.length === 0 ? 0 : countClaims(syntax)
  if (actual > limits.claims) {
    const list = largestList(syntax, actual, limits.claims)
    c.report.exceed({ budget: 'claims', limit: limits.claims, actual }, list?.at ?? groups[0]!, list?.advice)
  }
  return actual <= limits.claims
}

function checkCounts(c: Checking, syntax: Ruleset, limits: LanguageLimits): void {
  const claims = syntax.statements.filter((statement) => statement.kind === 'declare' && !statement.local)
  const beyondClaims = claims[limits.claims]
  if (beyondClaims !== undefined) {
    c.report.exceed({ budget: 'claims', limit: limits.claims, actual: claims.length }, beyondClaims)
  }
  const assertions = syntax.statements.filter((statement) => statement.kind === 'assert')
  const beyondAssertions = assertions[limits.assertions]
  if (beyondAssertions !== undefined) {
    c.report.exceed({ budget: 'assertions', limit: limits.assertions, actual: assertions.length }, beyondAssertions)
  }
}

function checkSize(c: Checking, syntax: Ruleset, { assertions }: CheckedStatements, limits: LanguageLimits): void {
  const { size } = c
  let total = 0
  for (const value of c.checkedLets) if (value) total += size.nodes(value.value)
  let beyond: CheckedStatements['assertions'][number] | null = null
  for (const assertion of assertions) {
    total += size.nodes(assertion.expression)
    if (total > limits.expression_nodes) beyond ??= assertion
  }
  if (total <= limits.expression_nodes) return
  const span = beyond?.expression ?? syntax.statements[0] ?? { start: 0, end: 0 }
  const actual = Math.min(total, Number.MAX_SAFE_INTEGER)
  c.report.exceed({ budget: 'expression_nodes', limit: limits.expression_nodes, actual }, span)
}

function checkedInputs(c: Checking, notes: Notes): Input[] {
  return c.inputs.map((draft) => ({
    kind: draft.kind,
    name: draft.declared.name,
    type: draft.type,
    declaredUnit: draft.declaredUnit,
    unitSpelling: draft.unitSpelling,
    adoptedUnit: draft.adoptedUnit,
    range: draft.range,
    ...(draft.whole ? { whole: true as const } : {}),
    ...(draft.listed === null ? {} : { listed: draft.listed }),
    ...(draft.declaration.kind === 'enum' && draft.declaration.ignoringCase ? { ignoringCase: true as const } : {}),
    ...(draft.form === null ? {} : { form: draft.form }),
    ...(draft.within.length === 0 ? {} : { within: draft.within }),
    question: draft.question,
    context: draft.context,
    ...(draft.fallback === null ? {} : { fallback: draft.fallback }),
    ...(draft.column === null ? {} : { column: draft.column.value }),
    comment: notes.above(draft.statement.start),
    line: c.lines.line(draft.statement.start),
    start: draft.statement.start,
    end: draft.statement.end,
  }))
}

interface CheckedParts {
  readonly inputs: readonly Input[]
  readonly statements: CheckedStatements
  readonly conditions: readonly CheckedCondition[]
  readonly citations: readonly Citation[]
}

function checkedRuleset(
  c: Checking,
  syntax: Ruleset,
  { inputs, statements: { assertions, reports }, conditions, citations }: CheckedParts,
  notes: Notes,
): CheckedRuleset {
  const written = new Set(conditions.map(({ name }) => name))
  const isRead = (name: string) => (c.conditions.has(name) ? written.has(name) : c.values.get(name)?.read !== false)
  return {
    version: wordsOf(syntax.version?.text).version,
    inputs,
    lets: c.checkedLets.filter((value) => value !== null),
    assertions,
    reports,
    ...(conditions.length === 0 ? {} : { conditions }),
    ...(c.shapes.size === 0 ? {} : { shapes: checkedShapes(c, notes) }),
    ...checkedParts(c, syntax, isRead),
    ...(citations.length === 0 ? {} : { citations }),
    ownSymbols: [...c.units.ownSymbols],
  }
}

function checkedShapes(c: Checking, notes: Notes): CheckedShape[] {
  return [...c.shapes.values()].flatMap(({ shape, start }) =>
    shape === null ? [] : [{ ...shape, line: c.lines.line(start), comment: notes.above(start) }],
  )
}

/** The types of names, by the offset of the declaring name. */
function typesOf(c: Checking): Map<number, Type> {
  const types = new Map<number, Type>()
  for (const input of c.inputs) if (!isPart(input)) types.set(input.declared.at.start, input.type)
  for (const { declared, type } of c.lets) if (type !== null) types.set(declared.at.start, type)
  for (const [offset, type] of c.variableTypes) types.set(offset, type)
  return types
}

function utf8Length(text: string): number {
  let bytes = text.length
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit < 0x80) continue
    // A surrogate pair is two units and four bytes; other units beyond 0x7ff are three.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2
  }
  return bytes
}
