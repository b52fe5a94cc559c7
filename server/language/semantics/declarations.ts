/** Collects declarations. A second declaration of a name is reported, and the first one is used. */
import type { DeclaredType, Identifier, Ruleset, Statement, TextLiteral } from '../syntax/syntax'
import type { Checking, Declared, InputDraft } from './checking'
import { describeOddity, differenceOf, lookOf } from './habits/look-alike'
import { warnOfScale } from './scales'
import { BARE, BOOLEAN } from './types'

type Declare = Extract<Statement, { kind: 'declare' }>
type Let = Extract<Statement, { kind: 'let' }>

export function collectDeclarations(c: Checking, ruleset: Ruleset): void {
  const defined = new Set<string>()
  for (const statement of ruleset.statements) if (statement.kind === 'let') defined.add(statement.name.name)
  for (const statement of ruleset.statements) {
    if (statement.kind === 'declare') declareInput(c, statement, defined)
    else if (statement.kind === 'let') defineLet(c, statement)
    else if (statement.kind === 'assert') nameAssertion(c, statement.name)
  }
}

function declareInput(c: Checking, statement: Declare, defined: ReadonlySet<string>): void {
  const { name } = statement
  if (isTaken(c, name)) return
  const role = statement.local ? 'local' : 'claim'
  const declared: Declared = {
    role,
    name: name.name,
    at: name,
    usableFrom: statement.end,
    input: -1,
    let: -1,
    read: false,
  }
  c.values.set(name.name, declared)
  c.use(name, role, true, name.start)
  if (statement.type.kind === 'enum') checkMembers(c, statement.type)
  // A local that a let defines is not an input, because it is not open.
  if (statement.local && defined.has(name.name)) return
  declared.input = c.inputs.length
  c.inputs.push(draftInput(declared, statement))
}

function draftInput(declared: Declared, statement: Declare): InputDraft {
  const { type, local } = statement
  return {
    declared,
    kind: local ? 'local' : 'claim',
    declaration: type,
    statement: { start: statement.start, end: statement.end },
    question: null,
    context: null,
    range: null,
    declaredUnit: null,
    unitSpelling: null,
    adoptedUnit: null,
    type:
      local || type.kind === 'boolean'
        ? BOOLEAN
        : type.kind === 'numeric'
          ? BARE
          : { kind: 'enum', vocabulary: type.members.map((member) => member.value), ordered: type.ordered },
  }
}

function checkMembers(c: Checking, type: Extract<DeclaredType, { kind: 'enum' }>): void {
  if (type.members.length === 0 && !c.parsed.lost) c.report.add('no-member', type.span, [])
  const seen = new Set<string>()
  for (const member of type.members) {
    if (seen.has(member.value)) c.report.add('repeated-member', member, [member.value])
    seen.add(member.value)
  }
  warnOfLooks(c, type.members)
  if (type.ordered) warnOfScale(c, type.members)
}

/** Warns of members that look the same, or are not what they look like. */
function warnOfLooks(c: Checking, members: readonly TextLiteral[]): void {
  const byLook = new Map<string, TextLiteral>()
  for (const member of members) {
    const look = lookOf(member.value)
    const before = byLook.get(look)
    if (before !== undefined && before.value !== member.value)
      c.report.add('look-alike-members', member, [before.value, member.value, differenceOf(before.value, member.value)])
    else {
      const odd = describeOddity(member.value)
      if (odd !== null) c.report.add('odd-member', member, [member.value, odd])
    }
    byLook.set(look, before ?? member)
  }
}

function defineLet(c: Checking, statement: Let): void {
  const { name } = statement
  const before = c.values.get(name.name)
  if (before?.role === 'claim') {
    c.report.add('let-for-claim', name, [name.name])
    c.use(name, 'claim', false, before.at.start)
    return
  }
  if (before?.role === 'local' && before.let < 0) {
    before.let = c.lets.length
    before.usableFrom = statement.end
    c.lets.push({ declared: before, statement, type: null, reads: [], uses: [], unbridged: [] })
    c.use(name, 'local', false, before.at.start)
    return
  }
  if (isTaken(c, name)) return
  const declared: Declared = {
    role: 'let',
    name: name.name,
    at: name,
    usableFrom: statement.end,
    input: -1,
    let: c.lets.length,
    read: false,
  }
  c.values.set(name.name, declared)
  c.lets.push({ declared, statement, type: null, reads: [], uses: [], unbridged: [] })
  c.use(name, 'let', true, name.start)
}

function isTaken(c: Checking, name: Identifier): boolean {
  const before = c.values.get(name.name)
  if (before === undefined) return false
  c.report.add('duplicate-name', name, [name.name, c.lines.line(before.at.start)])
  return true
}

function nameAssertion(c: Checking, name: Identifier): void {
  const before = c.assertions.get(name.name)
  if (before !== undefined) c.report.add('duplicate-assertion', name, [name.name, c.lines.line(before.start)])
  else c.assertions.set(name.name, name)
  c.use(name, 'assertion', true, name.start)
}
