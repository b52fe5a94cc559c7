/**
 * Writes the colours of words as a TextMate grammar, which VS Code reads, from the rules of the editor in the form of
 * Monarch. Monarch tries its rules at each place; TextMate takes the first place at which a rule matches, which is the
 * same, because no rule looks behind. A state that a rule enters becomes a region, which the rules that leave it end.
 */
import {
  LANGUAGE_CONFIGURATION,
  RULESET_LANGUAGE,
  TOKEN_RULES,
  type TokenRule,
  WORD_LISTS,
} from '../../language/service/token-rules'

export const SCOPE = `source.${RULESET_LANGUAGE}`

/** The names that colour themes know. */
const SCOPES: Readonly<Record<string, readonly string[]>> = {
  keyword: ['keyword.control'],
  type: ['support.type'],
  function: ['support.function'],
  constant: ['constant.language'],
  number: ['constant.numeric'],
  string: ['string.quoted.double'],
  'string.invalid': ['string.quoted.double', 'invalid.illegal.unclosed'],
  comment: ['comment'],
  'comment.annotation': ['comment.documentation'],
  annotation: ['storage.type.annotation'],
  identifier: ['variable.other'],
  operator: ['keyword.operator'],
  delimiter: ['punctuation'],
  '@brackets': ['punctuation'],
}

interface Named {
  readonly name: string
}

/** A rule for a word, or for a region that may continue over lines. */
export interface Pattern extends Named {
  readonly match?: string
  readonly begin?: string
  readonly end?: string
  readonly endCaptures?: Readonly<Record<string, Named>>
  readonly patterns?: readonly Pattern[]
}

/** @param token one of the names that the rules of the editor use */
export function scopeOf(token: string): string {
  const scopes = SCOPES[token]
  if (scopes === undefined) throw new Error(`the token "${token}" has no scope`)
  return scopes.map((scope) => `${scope}.${RULESET_LANGUAGE}`).join(' ')
}

/** The text of `syntaxes/ruleset.tmLanguage.json`. */
export function textMateGrammar(): string {
  return printJson({ name: 'Ruleset', scopeName: SCOPE, patterns: patternsOf('root') })
}

/** The text of `language-configuration.json`. */
export function languageConfiguration(): string {
  return printJson(LANGUAGE_CONFIGURATION)
}

function printJson(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

function patternsOf(state: string): readonly Pattern[] {
  return rulesOf(state)
    .filter((rule) => nextState(rule) !== '@pop')
    .flatMap(patternsOfRule)
}

function rulesOf(state: string): readonly TokenRule[] {
  const rules = TOKEN_RULES[state]
  if (rules === undefined) throw new Error(`there are no rules of the state "${state}"`)
  return rules
}

function nextState([, action, next]: TokenRule): string | null {
  return next ?? (typeof action === 'object' && 'next' in action ? action.next : null)
}

function patternsOfRule(rule: TokenRule): readonly Pattern[] {
  const [pattern, action] = rule
  const match = inOniguruma(pattern)
  const next = nextState(rule)
  if (next !== null) return [regionOf(match, tokenOf(rule), next.slice(1))]
  if (typeof action === 'string' || 'token' in action) return [{ name: scopeOf(tokenOf(rule)), match }]
  return Object.entries(action.cases).map(([list, token]) => ({
    name: scopeOf(token),
    match: list === '@default' ? match : anyWordOf(list.slice(1)),
  }))
}

function tokenOf([, action]: TokenRule): string {
  if (typeof action === 'string') return action
  if ('token' in action) return action.token
  throw new Error('a rule with cases has a token for each')
}

function regionOf(begin: string, token: string, state: string): Pattern {
  const name = scopeOf(token)
  const leaving = rulesOf(state).filter((rule) => nextState(rule) === '@pop')
  return {
    name,
    begin,
    end: leaving.map(([pattern]) => `(${inOniguruma(pattern)})`).join('|'),
    endCaptures: Object.fromEntries(leaving.map((rule, at) => [String(at + 1), { name: scopeOf(tokenOf(rule)) }])),
    patterns: patternsOf(state),
  }
}

const WORD_SIGN = 'A-Za-z0-9_'

function anyWordOf(list: string): string {
  const words = WORD_LISTS[list]
  if (words === undefined) throw new Error(`there is no list "${list}"`)
  return `(?:${words.join('|')})(?![${WORD_SIGN}])`
}

/**
 * Oniguruma's classes include letters and digits of every script, and a bracket in its brackets begins another class. `\b`
 * is only at the end of words.
 */
function inOniguruma({ source }: RegExp): string {
  let isInClass = false
  return source.replace(/\\.|[[\]]/g, (piece) => {
    if (piece === '\\w') return isInClass ? WORD_SIGN : `[${WORD_SIGN}]`
    if (piece === '\\d') return isInClass ? '0-9' : '[0-9]'
    if (piece === '\\b') return `(?![${WORD_SIGN}])`
    if (piece === '\\/') return '/'
    if (piece === '[' && isInClass) return '\\['
    if (piece === '[' || piece === ']') isInClass = piece === '['
    return piece
  })
}
