import type { Analysis } from '../semantics/analyse'
import type { Type } from '../semantics/checked-type'
import type { NameUse } from '../semantics/checking'
import { BOOLEAN, typeText } from '../semantics/types'
import { type Completion, completeMembers, constructCompletion, knownMembers } from './completion'
import { CHOICES, CONDITIONS, SETS } from './constructs/condition-constructs'
import type { Construct } from './constructs/construct'
import { NUMBERS } from './constructs/number-constructs'
import type { CursorContext } from './cursor-context'
import { expectedType } from './expected-type'

/** Best first. Members of an expected vocabulary come before all. */
const FITS = 1
const MAY_FIT = 2
const FUNCTION = 3
const ELSEWHERE = 4

/** Offers what may begin an operand, ranked by the expected type. */
export function expressionCompletions(context: CursorContext, analysis: Analysis): Completion[] {
  const shapes = shapeCompletions(context, analysis)
  if (shapes !== null) return shapes
  const expected = expectedType(context, analysis)
  const completions: Completion[] = []
  const element = expected?.kind === 'set' ? expected.element : expected
  if (element?.kind === 'enum' && expected?.kind === 'enum')
    completions.push(...completeMembers(knownMembers(element, analysis), '', context.word))
  for (const use of usableNames(context, analysis)) completions.push(nameCompletion(use, context, analysis, expected))
  for (const name of context.variables) {
    if (!completions.some(({ label }) => label === name))
      completions.push(plainName(name, 'variable', '', context, FITS))
  }
  for (const construct of expressionConstructs())
    completions.push(constructCompletion(construct, context.word, rankOf(construct, expected)))
  return completions
}

/** Completes the names of shapes as the second operand of `Matches`. */
function shapeCompletions(context: CursorContext, analysis: Analysis): Completion[] | null {
  const frame = context.frames.at(-1)
  if (frame?.callee !== 'Matches' || frame.commas !== 1) return null
  const above = analysis.names.filter(
    ({ declares, role, start }) => declares && role === 'shape' && start < context.statementStart,
  )
  return above.map(({ name }) => plainName(name, 'let', 'shape', context, FITS))
}

/** Returns the names declared above the statement, each once. */
function usableNames(context: CursorContext, analysis: Analysis): NameUse[] {
  return analysis.names.filter(
    ({ declares, role, start }) =>
      declares && start < context.statementStart && role !== 'assertion' && role !== 'variable' && role !== 'shape',
  )
}

function nameCompletion(use: NameUse, context: CursorContext, analysis: Analysis, expected: Type | null): Completion {
  const type = analysis.types.get(use.declaredAt)
  const rank = type === undefined ? MAY_FIT : isAcceptable(type, expected) ? FITS : ELSEWHERE
  if (use.role === 'condition') return conditionCompletion(use, context, analysis, isAcceptable(BOOLEAN, expected))
  const kind = use.role === 'assertion' || use.role === 'vocabulary' || use.role === 'shape' ? 'let' : use.role
  const detail = type === undefined ? '' : typeText(type)
  const question = analysis.inputs.find(({ name }) => name === use.name)?.question ?? ''
  return { ...plainName(use.name, kind, detail, context, rank), documentation: question }
}

function conditionCompletion(use: NameUse, context: CursorContext, { syntax }: Analysis, fits: boolean): Completion {
  const defined = syntax.statements.find(({ start, end }) => start <= use.start && use.end <= end)
  const parameters = defined?.kind === 'condition' ? defined.parameters.map(({ name }) => name) : []
  const form = `${use.name}(${parameters.join(', ')})`
  const snippet = `${use.name}(${parameters.map((name, i) => `\${${i + 1}:${name}}`).join(', ')})`
  const plain = plainName(use.name, 'function', form, context, fits ? FITS : ELSEWHERE)
  return { ...plain, insert: snippet, snippet: true }
}

function plainName(
  label: string,
  kind: Completion['kind'],
  detail: string,
  context: CursorContext,
  rank: number,
): Completion {
  return { label, kind, insert: label, snippet: false, detail, documentation: '', replaces: context.word, rank }
}

function isAcceptable(type: Type, expected: Type | null): boolean {
  if (expected === null) return true
  // A condition may begin with a number or an enum: amount > 75.
  if (expected.kind === 'boolean') return type.kind !== 'set'
  if (expected.kind === 'enum' && type.kind === 'enum')
    return expected.vocabulary.join('\n') === type.vocabulary.join('\n')
  return type.kind === expected.kind || (expected.kind === 'text' && type.kind === 'enum')
}

function expressionConstructs(): Construct[] {
  return [...CONDITIONS, ...NUMBERS, ...CHOICES, ...SETS].filter(({ word }) => /^[A-Za-z]/.test(word))
}

function rankOf({ kind }: Construct, expected: Type | null): number {
  if (expected === null || kind === 'choice') return FUNCTION
  const own = expected.kind === 'boolean' ? 'condition' : expected.kind === 'numeric' ? 'number' : expected.kind
  return kind === own ? (kind === 'set' ? FITS : FUNCTION) : ELSEWHERE
}

/** Offers words that may follow a value, such as THEN after a condition of IF. */
export function structureCompletions(context: CursorContext): Completion[] {
  const frame = context.frames.at(-1)
  if (frame?.opener === 'IF') {
    if (frame.word === 'IF') return completeWords(context, ['THEN'])
    return completeWords(context, frame.word === 'THEN' ? ['ELSE', 'END'] : ['END'])
  }
  if (frame?.opener === 'CASE') return completeWords(context, frame.word === 'CASE' ? ['OF'] : ['END'])
  return frame?.callee != null && context.previous(2) === '(' ? completeWords(context, ['in']) : []
}

function completeWords(context: CursorContext, list: readonly string[]): Completion[] {
  return list.map((word, rank) => plainName(word, 'keyword', '', context, rank))
}
