/** The inputs of the core: one for each claim and local, and a second one for the codes of a claim. */
import type { DeclaredType, Expression, Identifier, TextLiteral } from '../syntax/syntax'
import type { Span } from '../text/line-index'
import type { Enclosure, InputForm } from './checked-input'
import type { Checking, Declared, InputDraft } from './checking'
import { checkCodes, declareCodes } from './codes'
import { declareText } from './texts/text-claims'
import { checkFolds, checkMembers, withMembers } from './texts/vocabularies'
import { BARE, BOOLEAN, DATE, TIMESTAMP } from './types'

interface NewInput {
  readonly name: Identifier
  readonly type: DeclaredType
  readonly local: boolean
  readonly statement: Span
  readonly within: readonly Enclosure[]
  readonly form?: InputForm | undefined
  readonly fallback?: Expression | undefined
}

/** Returns the index of the input. A second input follows it if the claim may be a code. */
export function declareInput(
  c: Checking,
  { name, local, statement, within, form, fallback, ...given }: NewInput,
): number {
  const { type, listed } = withMembers(c, given.type)
  const declared = addDeclared(c, name, local ? 'local' : 'claim', statement.end)
  if (type.kind === 'enum' && type.vocabulary === null) checkMembers(c, type)
  if (type.kind !== 'boolean' && type.codes.vocabulary === null) checkCodes(c, type)
  if ((type.kind === 'enum' || type.kind === 'text') && type.ignoringCase) checkFolds(c, textsOf(type))
  const index = c.inputs.length
  declared.input = index
  const draft: InputDraft = {
    declared,
    kind: local ? 'local' : 'claim',
    declaration: type,
    statement: { start: statement.start, end: statement.end },
    question: null,
    context: null,
    written: fallback ?? null,
    fallback: null,
    column: null,
    range: null,
    whole: type.kind === 'numeric' && type.whole,
    listed,
    form: form ?? null,
    within,
    declaredUnit: null,
    unitSpelling: null,
    adoptedUnit: null,
    type: local ? BOOLEAN : valueType(type),
  }
  c.inputs.push(draft)
  if (type.kind === 'numeric' && type.unit !== null) declareUnit(c, draft, type.unit.value, type.unit)
  if (type.kind === 'text') declareText(c, draft, index, type)
  else if (type.kind !== 'boolean') declareCodes(c, draft, index, type.codes)
  return index
}

/** Reads the unit of a claim, from its type or from `@unit`. */
export function declareUnit(c: Checking, input: InputDraft, name: string, span: Span): void {
  input.declaredUnit = c.units.declare(name, span)
  input.unitSpelling = input.declaredUnit === null ? null : name
  input.type = { kind: 'numeric', unit: input.declaredUnit }
}

export function addDeclared(
  c: Checking,
  name: Identifier,
  role: 'claim' | 'local' | 'condition',
  usableFrom: number,
): Declared {
  const declared: Declared = { role, name: name.name, at: name, usableFrom, input: -1, let: -1, read: false }
  c.values.set(name.name, declared)
  return declared
}

function textsOf(type: Extract<DeclaredType, { kind: 'enum' | 'text' }>): readonly TextLiteral[] {
  const { members, otherwise } = type.codes
  return [...(type.kind === 'enum' ? type.members : []), ...members, ...(otherwise === null ? [] : [otherwise])]
}

function valueType(type: DeclaredType): InputDraft['type'] {
  switch (type.kind) {
    case 'boolean':
      return BOOLEAN
    case 'numeric':
      return BARE
    case 'date':
      return DATE
    case 'timestamp':
      return TIMESTAMP
    case 'text':
      return { kind: 'enum', vocabulary: [], ordered: false }
    case 'enum': {
      const texts = textsOf(type).map(({ value }) => value)
      return { kind: 'enum', vocabulary: [...new Set(texts)], ordered: type.ordered }
    }
  }
}

export function isTaken(c: Checking, name: Identifier): boolean {
  const before = c.values.get(name.name)?.at ?? c.groups.get(name.name)?.at
  if (before === undefined) return false
  c.report.add('duplicate-name', name, [name.name, c.lines.line(before.start)])
  return true
}
