/** A let knows only earlier names, so that no value depends on itself. */

import { isAnnotation } from '../syntax/annotation'
import type { Comment, Ruleset, Statement } from '../syntax/syntax'
import type { LineIndex } from '../text/line-index'
import type { CheckedAssertion } from './checked-ruleset'
import type { Checking, Touched } from './checking'
import { needCondition } from './conditions'

type Let = Extract<Statement, { kind: 'let' }>
type Assert = Extract<Statement, { kind: 'assert' }>

/** Returns the assertions without errors. */
export function checkStatements(c: Checking, ruleset: Ruleset, notes: Notes): CheckedAssertion[] {
  const assertions: CheckedAssertion[] = []
  for (const statement of ruleset.statements) {
    if (statement.kind === 'let') checkLet(c, statement, notes)
    else if (statement.kind === 'assert') {
      const assertion = checkAssertion(c, statement, notes)
      if (assertion !== null) assertions.push(assertion)
    }
  }
  return assertions
}

function checkLet(c: Checking, statement: Let, notes: Notes): void {
  const { name } = statement
  const { result, touched } = c.touching(() => c.check(statement.value))
  const index = c.values.get(name.name)?.let ?? -1
  const draft = c.lets[index]
  if (draft === undefined || draft.statement !== statement) return
  const local = draft.declared.role === 'local'
  const value = local ? needCondition(c, result, `The local "${name.name}"`) : result
  draft.type = value?.type ?? null
  draft.reads = [...touched.reads].sort((a, b) => a - b)
  draft.uses = [...touched.lets]
  draft.unbridged = [...touched.unbridged.values()]
  const comment = notes.above(statement.start)
  c.checkedLets[index] =
    value === null ? null : { name: name.name, value, line: c.lines.line(statement.start), comment }
}

function checkAssertion(c: Checking, statement: Assert, notes: Notes): CheckedAssertion | null {
  const { name, policy, body, start } = statement
  const { result, touched } = c.touching(() => c.check(statement.condition))
  markRead(c, touched)
  const line = c.lines.line(start)
  const expression = needCondition(c, result, 'An assertion')
  if (expression === null) return null
  const reads = [...touched.reads].sort((a, b) => a - b)
  if (!reads.some((input) => c.inputs[input]?.kind === 'claim')) c.report.add('reads-no-claim', name, [name.name])
  return {
    name: name.name,
    policy: policy?.value ?? 'neutral',
    expression,
    source: c.text.slice(body.start, body.end).trim(),
    line,
    comment: notes.above(start),
    reads,
    unbridged: [...touched.unbridged.values()],
  }
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
  if (!asserts) {
    c.report.add('no-assertion', { start: 0, end: Math.min(c.text.length, c.lines.start(2)) }, [])
    return
  }
  for (const declared of c.values.values()) {
    if (declared.read) continue
    const { name, at, role } = declared
    if (role === 'claim') c.report.add('unread-claim', at, [name])
    else c.report.add('unread-name', at, [name])
  }
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
