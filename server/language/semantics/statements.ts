/** A let knows only earlier names, so that no value depends on itself. */

import { isAnnotation } from '../syntax/annotation'
import type { Comment, Ruleset, Statement } from '../syntax/syntax'
import type { LineIndex, Span } from '../text/line-index'
import type { Checked, CheckedAssertion, CheckedReport } from './checked-ruleset'
import type { Checking, DefinitionStatement, LetDraft, Touched } from './checking'
import { numberGuard, numberOrNothing } from './codes'
import { needCondition, needNumber, unitNode, unitOf } from './conditions'
import { checkExcepted } from './exceptions'
import { joinTypes } from './join'
import { checkLookup } from './lookups/lookups'
import { checkDefinition } from './named-conditions'
import { partAround } from './sharing/shared-parts'
import { checkVocabulary } from './texts/vocabularies'

type Let = Extract<Statement, { kind: 'let' }>
type Assert = Extract<Statement, { kind: 'assert' }>

export interface CheckedStatements {
  readonly assertions: readonly CheckedAssertion[]
  readonly reports: readonly CheckedReport[]
}

/** Returns the assertions and reports without errors. */
export function checkStatements(c: Checking, ruleset: Ruleset, notes: Notes): CheckedStatements {
  const assertions: CheckedAssertion[] = []
  const reports: CheckedReport[] = []
  for (const statement of ruleset.statements) {
    if (statement.kind === 'let') {
      const report = checkLet(c, statement, notes)
      if (report !== null) reports.push(report)
    } else if (statement.kind === 'condition') {
      checkDefinition(c, statement)
    } else if (statement.kind === 'vocabulary') {
      const { result, touched } = c.touching(() => guardValue(c, checkVocabulary(c, statement)))
      noteDefinition(c, statement, result, touched, notes)
    } else if (statement.kind === 'parameter' || statement.kind === 'scale' || statement.kind === 'table') {
      const { result, touched } = c.touching(() => guardValue(c, checkLookup(c, statement)))
      noteDefinition(c, statement, result, touched, notes)
    } else if (statement.kind === 'assert') {
      const assertion = checkAssertion(c, statement, notes)
      if (assertion !== null) assertions.push(assertion)
    }
  }
  return { assertions, reports }
}

/** Returns the report if the statement is one, and sound. */
function checkLet(c: Checking, statement: Let, notes: Notes): CheckedReport | null {
  const { name } = statement
  const { result, touched } = c.touching(() => {
    const value = checkExcepted(c, statement.value, statement.exceptions)
    return guardValue(c, statement.report === null ? value : checkReported(c, statement, value))
  })
  if (statement.report !== null) markRead(c, touched)
  const noted = noteDefinition(c, statement, result, touched, notes)
  if (statement.report === null || noted === null) return null
  const { draft, value } = noted
  draft.declared.read = true
  return {
    name: name.name,
    let: c.lets.indexOf(draft),
    unit: unitOf(value),
    unitSpelling: statement.report.unit?.value ?? unitOf(value)?.text ?? null,
    reads: draft.reads,
    unbridged: draft.unbridged,
    source: c.text.slice(statement.value.start, statement.exceptions.at(-1)?.end ?? statement.value.end),
    line: c.lines.line(statement.start),
  }
}

interface GuardedValue {
  readonly value: Checked
  /** Holds if every claim with codes that the value depends on is a number. */
  readonly guard: Checked | null
  /** The value, without one if the guard fails. */
  readonly whole: Checked
}

/** A code of a claim is read too, so this belongs to what the statement uses. */
function guardValue(c: Checking, value: Checked | null): GuardedValue | null {
  return value === null ? null : { value, guard: numberGuard(c, value), whole: numberOrNothing(c, value) }
}

/** Null if the value has an error, or if the name belongs to another statement. */
function noteDefinition(
  c: Checking,
  statement: DefinitionStatement,
  result: GuardedValue | null,
  touched: Touched,
  notes: Notes,
): { readonly draft: LetDraft; readonly value: Checked } | null {
  const { name } = statement.name
  const index = c.values.get(name)?.let ?? -1
  const draft = c.lets[index]
  if (draft === undefined || draft.statement !== statement) return null
  if (statement.kind === 'let' && statement.report !== null) draft.declared.read = true
  const local = draft.declared.role === 'local'
  const value = local ? needCondition(c, result?.value ?? null, `The local "${name}"`) : (result?.value ?? null)
  draft.type = value?.type ?? null
  draft.guard = result?.guard ?? null
  draft.reads = [...touched.reads].sort((a, b) => a - b)
  draft.uses = [...touched.lets]
  draft.unbridged = [...touched.unbridged.values()]
  const comment = notes.above(statement.start)
  const line = c.lines.line(statement.start)
  const listed = statement.kind === 'vocabulary' ? ({ vocabulary: true } as const) : {}
  c.checkedLets[index] =
    value === null || result === null ? null : { name, ...listed, value: result.whole, line, comment }
  return value === null ? null : { draft, value }
}

/** Converts the value to the unit of the report. Null, and reported, if it has another type. */
function checkReported(c: Checking, { name, report }: Let, value: Checked | null): Checked | null {
  if (value?.type.kind === 'set') {
    c.report.add('set-report', value, [])
    return null
  }
  if (value?.type.kind === 'enum' && value.type.text !== undefined) {
    c.report.add('text-report', value, [])
    return null
  }
  if (value === null || report === null || report.unit === null) return value
  const target = unitNode(c, report.unit)
  const number = needNumber(c, value, `The report "${name.name}" has a unit, so it`)
  if (target === null || number === null) return null
  return joinTypes(c, [target, number], 'mixed-branches')?.values[1] ?? null
}

function checkAssertion(c: Checking, statement: Assert, notes: Notes): CheckedAssertion | null {
  const { name, policy, exceptions, start } = statement
  const { result, touched } = c.touching(() => checkExcepted(c, statement.condition, exceptions))
  markRead(c, touched)
  const line = c.lines.line(start)
  const expression = needCondition(c, result, 'An assertion')
  if (expression === null) return null
  const reads = [...touched.reads].sort((a, b) => a - b)
  if (!reads.some((input) => c.inputs[input]?.kind === 'claim')) c.report.add('reads-no-claim', name, [name.name])
  const unbridged = [...touched.unbridged.values()]
  c.bodies.set(name.name, { expression, reads, unbridged })
  return {
    name: name.name,
    policy: policy?.value ?? 'neutral',
    expression,
    source: sourceOf(c, statement),
    line,
    comment: notes.above(start),
    reads,
    unbridged,
  }
}

/** The body and its exceptions. A comment at the end of the body keeps its line. */
function sourceOf(c: Checking, { body, exceptions }: Assert): string {
  const rule = c.text.slice(body.start, body.end).trim()
  const [first] = exceptions
  if (first === undefined) return rule
  const joint = /\/\/.*$/.test(rule) ? '\n' : ' '
  return rule + joint + c.text.slice(first.start, exceptions.at(-1)?.end)
}

function markRead(c: Checking, touched: Touched): void {
  for (const input of touched.reads) c.inputs[input]!.declared.read = true
  const open = [...touched.lets]
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const { declared, uses } = c.lets[index]!
    if (declared.read) continue
    declared.read = true
    open.push(...uses)
  }
}

/**
 * Reports unread names, or that there is no assertion; nothing if some text could not be read, because it may read
 * them.
 */
export function checkUnread(c: Checking, ruleset: Ruleset): void {
  const asserts = ruleset.statements.some((statement) => statement.kind === 'assert')
  if (c.parsed.lost) return
  const isLibrary = ruleset.sharedParts.some(({ kind }) => kind === 'library')
  // A library alone needs no rules.
  if (!asserts && isLibrary) return
  if (!asserts) {
    c.report.add('no-assertion', { start: 0, end: Math.min(c.text.length, c.lines.start(2)) }, [])
    return
  }
  for (const declared of c.values.values()) {
    if (declared.read) continue
    const { name, at, role } = declared
    // One entry of a list speaks for all, a list for its entries without fields, and an unread list for all its entries.
    if (/\[(?!1\])|\]$/.test(name) || listsAround(name).some((list) => c.values.get(list)?.read === false)) continue
    // Other rulesets may need it.
    if (partAround(ruleset.sharedParts, at) !== undefined) continue
    if (role === 'vocabulary') {
      if (!isNamed(c, at)) c.report.add('unused-text', at, [role, name])
    } else if (role === 'claim') c.report.add('unread-claim', at, [name.replaceAll('[1]', '')])
    else c.report.add('unread-name', at, [name])
  }
  for (const { at } of c.shapes.values()) if (!isNamed(c, at)) c.report.add('unused-text', at, ['shape', at.name])
}

function isNamed(c: Checking, { start }: Span): boolean {
  return c.uses.some(({ declares, declaredAt }) => !declares && declaredAt === start)
}

/** `driver` and `driver[1].accident` of `driver[1].accident[1].when`. */
function listsAround(name: string): readonly string[] {
  return [...name.matchAll(/\[1\]/g)].map(({ index }) => name.slice(0, index))
}

/**
 * The comments above statements, shown as notes in a review: `//` lines directly above, without code before them and
 * without annotations. The statement must begin its line.
 */
export class Notes {
  /** By line. */
  private readonly alone = new Map<number, Comment>()

  constructor(
    private readonly text: string,
    private readonly lines: LineIndex,
    comments: readonly Comment[],
  ) {
    for (const comment of comments) {
      if (comment.kind !== 'line') continue
      const line = lines.line(comment.start)
      if (this.isBlank(line, comment.start)) this.alone.set(line, comment)
    }
  }

  /** Returns lines without comment marks. */
  above(start: number): readonly string[] {
    const line = this.lines.line(start)
    const lines: string[] = []
    if (!this.isBlank(line, start)) return lines
    for (let at = line - 1; ; at--) {
      const comment = this.alone.get(at)
      if (comment === undefined) return lines.reverse()
      if (!isAnnotation(comment.text)) lines.push(comment.text.trim().normalize('NFC'))
    }
  }

  /** True if the line is blank before the offset. */
  private isBlank(line: number, end: number): boolean {
    return this.text.slice(this.lines.start(line), end).trim() === ''
  }
}
