/**
 * Writes the text of a rule for a clause of a written policy from a filled form. The text always compiles on its own, and
 * it is edited like any other afterwards.
 */
import { asciiName } from '../syntax/ascii-name'
import { isInvisible } from '../syntax/characters'
import { wordsOf } from '../syntax/words'

export const CITING_VERSION = '1.4'
const CITING = /^\s*version\s+1\.4\s*;/
const MAX_NAME_LENGTH = 60

export interface AskedClaim {
  readonly name: string
  /** May be empty. */
  readonly question: string
}

export interface NumericClaim extends AskedClaim {
  /** Empty for a plain number. */
  readonly unit: string
  /** Empty, or as in `0..70`. */
  readonly range: string
}

export const COMPARISONS = ['<=', '<', '>=', '>'] as const
export type Comparison = (typeof COMPARISONS)[number]

export interface NumericLimit {
  readonly claim: NumericClaim
  readonly comparison: Comparison
  /** A number as the language writes it. */
  readonly value: string
}

export type RuleShape =
  | ({ readonly kind: 'limit' } & NumericLimit)
  | { readonly kind: 'requirement'; readonly claim: AskedClaim }
  /** `when` is a yes or no, or a limit. */
  | { readonly kind: 'if_then'; readonly when: AskedClaim | NumericLimit; readonly demanded: AskedClaim }
  | { readonly kind: 'one_of'; readonly claim: AskedClaim; readonly allowed: readonly string[] }
  | { readonly kind: 'deadline'; readonly from: AskedClaim; readonly until: AskedClaim; readonly days: string }

export interface RuleForm {
  readonly name: string
  readonly document: string
  readonly clause: string
  readonly shape: RuleShape
}

/** @returns what to change about the form, as a sentence; null if the rule can be written */
export function findFormProblem({ name, shape }: RuleForm): string | null {
  const claims = claimsOf(shape)
  for (const each of [name, ...claims.map((claim) => claim.name)]) {
    const problem = nameProblem(each)
    if (problem !== null) return problem
  }
  if (new Set(claims.map((claim) => claim.name)).size < claims.length) return 'Two claims need two names.'
  const limit = limitOf(shape)
  if (limit !== null && !isNumber(limit.value)) return 'Write the limit as a number, as in 75 or 0.5.'
  if (limit !== null && limit.claim.unit !== '' && !/^[^\s"\\]+$/.test(limit.claim.unit))
    return 'Write the unit without spaces and quotation marks, as in USD or km/h.'
  if (limit !== null && limit.claim.range !== '' && !isRange(limit.claim.range))
    return 'Write the range as the least and the greatest value, as in 0..1000.'
  if (shape.kind === 'one_of' && membersOf(shape.allowed).length === 0) return 'Write at least one allowed value.'
  if (shape.kind === 'deadline' && !isNumber(shape.days)) return 'Write the days as a number, as in 30.'
  return null
}

/**
 * Adds the rule to a text. Claims that the text declares are used as they are, and a name that another assertion has gets
 * a number.
 * @param text empty for a new ruleset
 * @returns null if the text is in a version without citations
 */
export function addRule(text: string, form: RuleForm): string | null {
  if (text.trim() === '') return `version ${CITING_VERSION};\n\n${writeRule(form, new Set())}`
  if (!hasCitations(text)) return null
  const code = withoutComments(text)
  const declared = new Set([...code.matchAll(/\bdeclare\s+(\w+)\s+as\b/g)].map(([, claim]) => claim ?? ''))
  const assertions = new Set([...code.matchAll(/\bassert\s+(\w+)/g)].map(([, assertion]) => assertion ?? ''))
  const rule = writeRule({ ...form, name: findFreeName(form.name, assertions) }, declared)
  return `${text.trimEnd()}\n\n${rule}`
}

/** Whether a text is in a version that has `@cite`. */
export function hasCitations(text: string): boolean {
  return CITING.test(withoutComments(text))
}

/** A name for words of an author, as in `meal_cost` for “Meal cost”. Empty if the words give no name. */
export function proposeName(words: string): string {
  const name = asciiName(words.trim().toLowerCase()) ?? ''
  return name
    .replace(/^[_0-9]+/, '')
    .slice(0, MAX_NAME_LENGTH)
    .replace(/_+$/, '')
}

function nameProblem(name: string): string | null {
  if (name === '') return 'Each claim and the rule need a name.'
  if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(name) || name.length > MAX_NAME_LENGTH)
    return `“${name}” cannot be a name. Use letters without accents, digits and underscores, as in meal_cost.`
  return wordsOf(CITING_VERSION).reserved.has(name) ? `“${name}” is a word of the language. Choose another name.` : null
}

function claimsOf(shape: RuleShape): readonly AskedClaim[] {
  switch (shape.kind) {
    case 'if_then':
      return ['claim' in shape.when ? shape.when.claim : shape.when, shape.demanded]
    case 'deadline':
      return [shape.from, shape.until]
    default:
      return [shape.claim]
  }
}

function limitOf(shape: RuleShape): NumericLimit | null {
  if (shape.kind === 'limit') return shape
  return shape.kind === 'if_then' && 'claim' in shape.when ? shape.when : null
}

function writeRule({ name, document, clause, shape }: RuleForm, declared: ReadonlySet<string>): string {
  const claims = declarationsOf(shape)
    .filter(({ claim }) => !declared.has(claim.name))
    .map(({ claim, type, more }) => {
      const question = toOneLine(claim.question)
      const asking = question === '' ? [] : [`// @ask ${claim.name} ${question}`]
      return [...asking, ...more, `declare ${claim.name} as ${type};`, ''].join('\n')
    })
  const cite = `// @cite ${name} ${document} ${clause}`
  return `${claims.map((lines) => `${lines}\n`).join('')}${cite}\nassert ${name} { ${conditionOf(shape)} };\n`
}

interface Declaration {
  readonly claim: AskedClaim
  readonly type: string
  /** Further annotations. */
  readonly more: readonly string[]
}

function declarationsOf(shape: RuleShape): readonly Declaration[] {
  const asBoolean = (claim: AskedClaim): Declaration => ({ claim, type: 'boolean', more: [] })
  const asDate = (claim: AskedClaim): Declaration => ({ claim, type: 'date', more: [] })
  switch (shape.kind) {
    case 'limit':
      return [asNumber(shape.claim)]
    case 'requirement':
      return [asBoolean(shape.claim)]
    case 'if_then':
      return ['claim' in shape.when ? asNumber(shape.when.claim) : asBoolean(shape.when), asBoolean(shape.demanded)]
    case 'one_of': {
      const members = membersOf(shape.allowed)
      const other = ['other', 'another', 'any other'].find((word) => !members.includes(word)) ?? 'none of them'
      return [{ claim: shape.claim, type: `enum ${writeSet(members)} else ${JSON.stringify(other)}`, more: [] }]
    }
    case 'deadline':
      return [asDate(shape.from), asDate(shape.until)]
  }
}

function asNumber(claim: NumericClaim): Declaration {
  const unit = claim.unit === '' ? [] : [`// @unit ${claim.name} ${claim.unit}`]
  const range = claim.range === '' ? [] : [`// @range ${claim.name} ${claim.range}`]
  return { claim, type: 'numeric', more: [...unit, ...range] }
}

function conditionOf(shape: RuleShape): string {
  switch (shape.kind) {
    case 'limit':
      return comparisonOf(shape)
    case 'requirement':
      return shape.claim.name
    case 'if_then':
      return `Implies(${'claim' in shape.when ? comparisonOf(shape.when) : shape.when.name}, ${shape.demanded.name})`
    case 'one_of':
      return `IsMember(${shape.claim.name}, ${writeSet(membersOf(shape.allowed))})`
    case 'deadline':
      return `${shape.until.name} - ${shape.from.name} <= ${shape.days} "d"`
  }
}

function comparisonOf({ claim, comparison, value }: NumericLimit): string {
  return `${claim.name} ${comparison} ${value}${claim.unit === '' ? '' : ` "${claim.unit}"`}`
}

function membersOf(allowed: readonly string[]): readonly string[] {
  return [...new Set(allowed.map((member) => toOneLine(member)).filter((member) => member !== ''))]
}

export function writeSet(members: readonly string[]): string {
  return `{${members.map((member) => JSON.stringify(member)).join(', ')}}`
}

/** Removes line breaks, and characters that the language refuses because nobody sees them. */
export function toOneLine(words: string): string {
  const visible = [...words.normalize('NFC')].map((letter) =>
    isInvisible(letter.codePointAt(0) ?? 0) || /\p{C}/u.test(letter) ? ' ' : letter,
  )
  return visible.join('').replaceAll(/\s+/g, ' ').trim()
}

export function isNumber(text: string): boolean {
  return /^-?(?:0|[1-9]\d{0,29})(?:\.\d{1,20})?$/.test(text)
}

function isRange(range: string): boolean {
  const [least = '', greatest = '', ...more] = range.split('..')
  return more.length === 0 && isNumber(least) && isNumber(greatest) && Number(least) <= Number(greatest)
}

function withoutComments(text: string): string {
  return text.replaceAll(/"(?:[^"\\\n]|\\.)*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, ' ')
}

export function findFreeName(name: string, taken: ReadonlySet<string>): string {
  let free = name
  for (let number = 2; taken.has(free); number++) free = `${name}_${number}`
  return free
}
