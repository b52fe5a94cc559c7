/** Plain text about the thing under the pointer; the page decides how it looks. */

import { readDate } from '../numeric/calendar'
import { instantOf, printInstant } from '../numeric/instant'
import { printNumeral } from '../numeric/numeral'
import { CHECK_WORDS, isCheck } from '../patterns/shapes'
import type { Analysis } from '../semantics/analyse'
import type { Input } from '../semantics/checked-input'
import type { NameUse } from '../semantics/checking'
import { partAround } from '../semantics/sharing/shared-parts'
import { typeText } from '../semantics/types'
import { readAnnotation } from '../syntax/annotation'
import { printStatement } from '../syntax/print'
import { quoteText } from '../syntax/string-literal'
import type { SharedPart } from '../syntax/syntax'
import * as T from '../syntax/token'
import type { Span } from '../text/line-index'
import { hashSharedLines } from '../text/shared-lines'
import { unitSymbols } from '../units/symbol-table'
import { isUnit, type UnitLibrary } from '../units/unit-library'
import { constructOf } from './constructs/constructs'
import { CursorContext } from './cursor-context'

export interface Hover extends Span {
  /** In the language: `amount: numeric in USD`. */
  readonly code: string
  /** Sentences, one for each paragraph. */
  readonly lines: readonly string[]
}

export function hoverAt(text: string, offset: number, analysis: Analysis, library: UnitLibrary): Hover | null {
  const use = analysis.names.find(({ start, end }) => start <= offset && offset <= end)
  if (use !== undefined) return nameHover(use, analysis)
  const context = new CursorContext(text, offset)
  if (context.comment !== null) return annotationHover(context)
  const token = context.token()
  if (token === null) return null
  const span = { start: token.start, end: token.end }
  const head = analysis.syntax.sharedParts.find((part) => part.start <= token.start && token.end <= part.body.start)
  if (head !== undefined) return partHover(span, head)
  if (token.kind === T.STRING) return stringHover(span, token.text, context, analysis, library)
  const instant = token.kind === T.DATE ? instantOf(token.text) : null
  if (instant !== null) return { ...span, code: printInstant(instant), lines: ['The same instant in UTC.'] }
  const construct = constructOf(token.text)
  if (construct === null) return null
  const example = construct.example === '' ? [] : [`For example: ${construct.example}`]
  return { ...span, code: construct.form, lines: [`${asSentence(construct.meaning)}`, ...example] }
}

const ROLES = {
  claim: 'claim',
  local: 'local',
  let: 'let',
  condition: 'condition',
  variable: 'member of the set',
  vocabulary: 'vocabulary',
  shape: 'shape',
  assertion: 'assertion',
} as const

function nameHover(use: NameUse, analysis: Analysis): Hover {
  const { start, end, name, role } = use
  if (role === 'vocabulary' || role === 'shape') return statementHover(use, analysis)
  const type = analysis.types.get(use.declaredAt)
  const code = type === undefined ? `${name} (${ROLES[role]})` : `${name}: ${typeText(type)} (${ROLES[role]})`
  const input = analysis.inputs.find((known) => known.name === name && known.kind === role)
  const lines = input === undefined ? [] : inputLines(input)
  const library = partAround(analysis.syntax.sharedParts, { start: use.declaredAt, end: use.declaredAt })?.name
  if (library != null) lines.push(`From the library ${quoteText(library.value)}.`)
  if (role === 'local' && input !== undefined)
    lines.push('No let gives it a value, so it is open: what depends on it is UNKNOWN.')
  return { start, end, code, lines }
}

/** A vocabulary or a shape as it is defined. */
function statementHover({ start, end, name, declaredAt }: NameUse, { syntax }: Analysis): Hover {
  const statement = syntax.statements.find(
    (each) => (each.kind === 'vocabulary' || each.kind === 'shape') && each.name.start === declaredAt,
  )
  const check = statement?.kind === 'shape' && isCheck(statement.check?.name ?? '') ? statement.check?.name : null
  const lines = statement?.kind === 'shape' ? ['What an entire text looks like; Matches asks for it.'] : []
  if (check != null && isCheck(check)) lines.push(`A text also has ${CHECK_WORDS[check]}.`)
  return { start, end, code: statement === undefined ? name : printStatement(statement), lines }
}

function partHover(span: Span, { kind, name, lines }: SharedPart): Hover {
  const construct = constructOf(kind)
  if (construct === null) throw new Error(`${kind} is not described`)
  const hash = hashSharedLines(lines)
  const found = name === null ? '' : ` of ${quoteText(name.value)}`
  return {
    ...span,
    code: construct.form,
    lines: [asSentence(construct.meaning), `The lines here${found} have the hash sha256:${hash}.`],
  }
}

function annotationHover(context: CursorContext): Hover | null {
  const annotation = context.comment === null ? null : readAnnotation(context.comment)
  if (annotation === null || context.offset > annotation.tagSpan.end) return null
  const construct = constructOf(`@${annotation.tag}`)
  return construct === null
    ? null
    : { ...annotation.tagSpan, code: construct.form, lines: [asSentence(construct.meaning)] }
}

function stringHover(
  span: Span,
  raw: string,
  context: CursorContext,
  analysis: Analysis,
  library: UnitLibrary,
): Hover | null {
  const value = raw.slice(1, -1)
  if (context.previousKind(1) === T.NUMBER) return unitHover(span, value, library)
  for (const { type, name } of analysis.inputs) {
    if (type.kind !== 'enum' || type.text !== undefined) continue
    const at = type.vocabulary.indexOf(value)
    if (at < 0) continue
    const order = type.ordered
      ? `Place ${at + 1} of ${type.vocabulary.length}, lowest first.`
      : `One of ${type.vocabulary.length}.`
    return { ...span, code: quoteText(value), lines: [`A member of ${name}. ${order}`] }
  }
  return null
}

function unitHover(span: Span, value: string, library: UnitLibrary): Hover {
  const unit = library.parse(value)
  if (!isUnit(unit))
    return { ...span, code: value, lines: ['No unit library has this; it is a unit of this ruleset alone.'] }
  const known = unitSymbols(library).find(({ symbol }) => symbol === unit.text)
  const lines =
    known === undefined
      ? ['A compound unit.']
      : [asSentence(known.about), ...(known.definition === '' ? [] : [known.definition])]
  return { ...span, code: unit.text, lines }
}

function asSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

function fallbackText({ fallback, unitSpelling, type }: Input): string {
  if (fallback?.kind === 'boolean') return fallback.value ? 'True' : 'False'
  if (fallback?.kind === 'number')
    return `${printNumeral(fallback.value)}${unitSpelling === null ? '' : ` ${quoteText(unitSpelling)}`}`
  const text = fallback?.value ?? ''
  return type.kind === 'date' && readDate(text) !== null ? text : quoteText(text)
}

/** Facts about a claim or local besides its type. */
function inputLines(input: Input): string[] {
  const lines: string[] = []
  if (input.question !== null) lines.push(input.question)
  if (input.context !== null) lines.push(input.context)
  const { form } = input
  if ((form?.kind === 'coded' || form?.kind === 'else') && form.otherwise !== null) {
    const refused = input.declaredUnit === null ? '' : ' A number without its unit is refused.'
    lines.push(`Any other text that is submitted counts as ${quoteText(form.otherwise)}.${refused}`)
  }
  if (input.range !== null) lines.push(`From ${printNumeral(input.range.min)} to ${printNumeral(input.range.max)}.`)
  if (input.column !== undefined) lines.push(`Its column in a file is ${quoteText(input.column)}.`)
  if (input.fallback !== undefined) lines.push(`If a file has no column for it, it is taken as ${fallbackText(input)}.`)
  if (input.adoptedUnit !== null) {
    lines.push(
      `It has no @unit and meets ${input.adoptedUnit.text}, so its values are bare numbers of ${input.adoptedUnit.text}.`,
    )
  }
  return lines
}
