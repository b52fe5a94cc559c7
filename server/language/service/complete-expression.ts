/**
 * Completion inside expressions: names by type, functions, members, and the words that go on with IF and CASE.
 */
import type { Analysis, NameUse } from '../semantics/analysis'
import type { Type } from '../semantics/checked-ruleset'
import { CHOICES, CONDITIONS, type Construct, NUMBERS, SETS } from '../semantics/constructs'
import { members } from './complete-string'
import { type Completion, constructCompletion } from './completion'
import { typeText } from './describe-type'
import { expectedType } from './expected-type'
import type { Place } from './place'

/** Ranks from what fits best to what only may stand; members of a vocabulary that is met come before all. */
const FITS = 1
const MAY_FIT = 2
const FUNCTION = 3
const ELSEWHERE = 4

export function expressionCompletions(place: Place, analysis: Analysis): Completion[] {
  const expected = expectedType(place, analysis)
  const found: Completion[] = []
  const element = expected?.kind === 'set' ? expected.element : expected
  if (element?.kind === 'enum' && expected?.kind === 'enum') found.push(...members(element.vocabulary, '', place.word))
  for (const use of usable(place, analysis)) found.push(nameCompletion(use, place, analysis, expected))
  for (const name of place.variables) {
    if (!found.some(({ label }) => label === name)) found.push(plainName(name, 'variable', '', place, FITS))
  }
  for (const construct of constructs())
    found.push(constructCompletion(construct, place.word, rankOf(construct, expected)))
  return found
}

/** What is declared above the statement at the cursor, each once. */
function usable(place: Place, analysis: Analysis): NameUse[] {
  return analysis.names.filter(
    ({ declares, role, start }) =>
      declares && start < place.statementStart && role !== 'assertion' && role !== 'variable',
  )
}

function nameCompletion(use: NameUse, place: Place, analysis: Analysis, expected: Type | null): Completion {
  const type = analysis.types.get(use.declaredAt)
  const rank = type === undefined ? MAY_FIT : fits(type, expected) ? FITS : ELSEWHERE
  const kind = use.role === 'assertion' ? 'let' : use.role
  const detail = type === undefined ? '' : typeText(type)
  const question = analysis.inputs.find(({ name }) => name === use.name)?.question ?? ''
  return { ...plainName(use.name, kind, detail, place, rank), documentation: question }
}

function plainName(label: string, kind: Completion['kind'], detail: string, place: Place, rank: number): Completion {
  return { label, kind, insert: label, snippet: false, detail, documentation: '', replaces: place.word, rank }
}

function fits(type: Type, expected: Type | null): boolean {
  if (expected === null) return true
  // A number or an enum is how a condition begins: amount > 75.
  if (expected.kind === 'boolean') return type.kind !== 'set'
  if (expected.kind === 'enum' && type.kind === 'enum')
    return expected.vocabulary.join('\n') === type.vocabulary.join('\n')
  return type.kind === expected.kind || (expected.kind === 'text' && type.kind === 'enum')
}

function constructs(): Construct[] {
  return [...CONDITIONS, ...NUMBERS, ...CHOICES, ...SETS].filter(({ word }) => /^[A-Za-z]/.test(word))
}

function rankOf({ kind }: Construct, expected: Type | null): number {
  if (expected === null || kind === 'choice') return FUNCTION
  const own = expected.kind === 'boolean' ? 'condition' : expected.kind === 'numeric' ? 'number' : expected.kind
  return kind === own ? (kind === 'set' ? FITS : FUNCTION) : ELSEWHERE
}

/** The words that may follow a value: THEN behind a condition of IF, and so on. */
export function structureCompletions(place: Place): Completion[] {
  const frame = place.frames.at(-1)
  if (frame?.opener === 'IF') {
    if (frame.word === 'IF') return words(place, ['THEN'])
    return words(place, frame.word === 'THEN' ? ['ELSE', 'END'] : ['END'])
  }
  if (frame?.opener === 'CASE') return words(place, frame.word === 'CASE' ? ['OF'] : ['END'])
  return frame?.callee != null && place.previous(2) === '(' ? words(place, ['in']) : []
}

function words(place: Place, list: readonly string[]): Completion[] {
  return list.map((word, rank) => plainName(word, 'keyword', '', place, rank))
}
