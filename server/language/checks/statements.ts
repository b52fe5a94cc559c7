/**
 * Lets and assertions, in the order of writing.
 *
 * Promises: a let knows only what stands above it, so no value depends on itself.
 */
import { isAnnotation } from '../annotation'
import type { CheckedAssertion } from '../checked-ruleset'
import type { Comment, Ruleset, Statement } from '../syntax'
import type { Checking, Touched } from './checking'
import { needCondition } from './conditions'
import { checkExpression } from './expression'

type Let = Extract<Statement, { kind: 'let' }>
type Assert = Extract<Statement, { kind: 'assert' }>

export function checkStatements(c: Checking, ruleset: Ruleset): CheckedAssertion[] {
  const assertions: CheckedAssertion[] = []
  const comments = commentsByLine(c, ruleset.comments)
  for (const statement of ruleset.statements) {
    if (statement.kind === 'let') checkLet(c, statement)
    else if (statement.kind === 'assert') {
      const assertion = checkAssertion(c, statement, comments)
      if (assertion !== null) assertions.push(assertion)
    }
  }
  return assertions
}

function checkLet(c: Checking, statement: Let): void {
  const { name } = statement
  const { result, touched } = c.touching(() => checkExpression(c, statement.value))
  const place = c.values.get(name.name)?.let ?? -1
  const draft = c.lets[place]
  if (draft === undefined || draft.statement !== statement) return
  const local = draft.declared.role === 'local'
  const value = local ? needCondition(c, result, `The local "${name.name}"`) : result
  draft.type = value?.type ?? null
  draft.reads = [...touched.reads].sort((a, b) => a - b)
  draft.uses = [...touched.lets]
  draft.unbridged = [...touched.unbridged.values()]
  c.checkedLets[place] = value === null ? null : { name: name.name, value, line: c.lines.line(statement.start) }
}

function checkAssertion(
  c: Checking,
  statement: Assert,
  comments: ReadonlyMap<number, Comment>,
): CheckedAssertion | null {
  const { name, policy, body, start } = statement
  const { result, touched } = c.touching(() => checkExpression(c, statement.condition))
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
    comment: startsItsLine(c, start, line) ? commentAbove(line, comments) : [],
    reads,
    unbridged: [...touched.unbridged.values()],
  }
}

function markRead(c: Checking, touched: Touched): void {
  for (const input of touched.reads) c.inputs[input]!.declared.read = true
  const open = [...touched.lets]
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { declared, uses } = c.lets[place]!
    if (declared.read) continue
    declared.read = true
    open.push(...uses)
  }
}

/** Line comments that stand alone on their line. */
function commentsByLine(c: Checking, comments: readonly Comment[]): Map<number, Comment> {
  const alone = new Map<number, Comment>()
  for (const comment of comments) {
    if (comment.kind !== 'line') continue
    const line = c.lines.line(comment.start)
    if (c.text.slice(c.lines.start(line), comment.start).trim() === '') alone.set(line, comment)
  }
  return alone
}

function startsItsLine(c: Checking, start: number, line: number): boolean {
  return c.text.slice(c.lines.start(line), start).trim() === ''
}

/** The comment lines directly above a line, annotations left out. */
function commentAbove(line: number, comments: ReadonlyMap<number, Comment>): string[] {
  const above: string[] = []
  for (let at = line - 1; ; at--) {
    const comment = comments.get(at)
    if (comment === undefined) return above.reverse()
    if (!isAnnotation(comment.text)) above.push(comment.text.trim().normalize('NFC'))
  }
}
