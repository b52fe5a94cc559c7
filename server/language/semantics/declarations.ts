/**
 * Collects what is declared.
 *
 * Promises: every name has one meaning afterwards; a second declaration is reported and the first one is used. A
 * downward scale is warned of only if two or more members are on one well-known scale, each below the one before.
 */
import { quote } from '../syntax/string-literal'
import type { DeclaredType, Identifier, Ruleset, Statement, TextLiteral } from '../syntax/syntax'
import type { Checking, Declared, InputDraft } from './checking'
import { BARE, BOOLEAN } from './types'

type Declare = Extract<Statement, { kind: 'declare' }>
type Let = Extract<Statement, { kind: 'let' }>

/** Fills the tables of names from all statements. */
export function collectDeclarations(c: Checking, ruleset: Ruleset): void {
  const defined = new Set<string>()
  for (const statement of ruleset.statements) if (statement.kind === 'let') defined.add(statement.name.name)
  for (const statement of ruleset.statements) {
    if (statement.kind === 'declare') declare(c, statement, defined)
    else if (statement.kind === 'let') defineLet(c, statement)
    else if (statement.kind === 'assert') nameAssertion(c, statement.name)
  }
}

function declare(c: Checking, statement: Declare, defined: ReadonlySet<string>): void {
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
  // A local that a let defines is no input: nothing about it is open.
  if (statement.local && defined.has(name.name)) return
  declared.input = c.inputs.length
  c.inputs.push(draft(declared, statement))
}

function draft(declared: Declared, statement: Declare): InputDraft {
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
  const vocabulary = type.members.map(({ value }) => value)
  if (type.ordered && runsDownwards(vocabulary)) warnDownwards(c, type.members)
}

/** A warning alone: the order may be meant. Its fix writes the members the other way round. */
function warnDownwards(c: Checking, members: readonly TextLiteral[]): void {
  const [first, last] = [members[0]!, members.at(-1)!]
  const upwards = members.toReversed()
  const edits = members.map(({ start, end }, index) => ({ start, end, text: quote(upwards[index]!.value) }))
  c.report.add(
    'downward-scale',
    { start: first.start, end: last.end },
    [first.value, last.value],
    [{ title: `Write ${quote(last.value)} first`, edits }],
  )
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

/** Well-known scales, lowest first. Members that are on no scale do not matter. */
const SCALES: readonly (readonly string[])[] = [
  ['none', 'very low', 'low', 'medium', 'high', 'very high', 'critical'],
  ['none', 'low', 'moderate', 'high', 'critical'],
  ['none', 'negligible', 'minor', 'moderate', 'major', 'severe', 'catastrophic'],
  ['info', 'warning', 'error', 'fatal'],
  ['small', 'medium', 'large'],
  ['never', 'rarely', 'sometimes', 'often', 'always'],
  ['very poor', 'poor', 'fair', 'good', 'very good', 'excellent'],
  ['weak', 'moderate', 'strong'],
  ['bronze', 'silver', 'gold', 'platinum'],
  ['public', 'internal', 'confidential', 'secret', 'top secret'],
  ['public', 'internal', 'restricted'],
  ['basic', 'standard', 'premium'],
  ['trainee', 'junior', 'senior', 'principal'],
  ['beginner', 'intermediate', 'advanced', 'expert'],
  ['unlikely', 'possible', 'likely', 'certain'],
  ['first', 'second', 'third', 'fourth', 'fifth'],
  ['low', 'middle', 'high'],
  ['low', 'mid', 'high'],
  ['cold', 'warm', 'hot'],
]

function runsDownwards(vocabulary: readonly string[]): boolean {
  const words = vocabulary.map((member) =>
    member
      .toLowerCase()
      .replace(/[\s_-]+/g, ' ')
      .trim(),
  )
  return SCALES.some((scale) => {
    const positions = words.map((word) => scale.indexOf(word)).filter((position) => position >= 0)
    return positions.length > 1 && positions.every((position, i) => i === 0 || position < positions[i - 1]!)
  })
}
