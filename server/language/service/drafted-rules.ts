/** Writes claims and rules that somebody else proposed, such as a language model, into the text of a ruleset. */
import { CITING_VERSION, findFreeName, toOneLine, writeSet } from './rule-from-clause'

export const CLAIM_KINDS = ['yes_no', 'number', 'date', 'choice'] as const
export type ClaimKind = (typeof CLAIM_KINDS)[number]

export interface DraftedClaim {
  readonly name: string
  readonly question: string
  readonly kind: ClaimKind
  /** The unit of a number; empty for a number without a unit. */
  readonly unit: string
  /** Both ends of the range of a number, or empty. */
  readonly least: string
  readonly greatest: string
  /** Of a choice. */
  readonly members: readonly string[]
}

export interface DraftedRule {
  readonly name: string
  /** One condition in the ruleset language. */
  readonly condition: string
}

export interface CitedBy {
  readonly document: string
  readonly clause: string
}

const TYPES: Readonly<Record<Exclude<ClaimKind, 'choice'>, string>> = {
  yes_no: 'boolean',
  number: 'numeric',
  date: 'date',
}

/** The text with further claims. An empty text begins with the version that has citations. */
export function addClaims(text: string, claims: readonly DraftedClaim[]): string {
  const begun = text.trim() === '' ? `version ${CITING_VERSION};` : text.trimEnd()
  return `${[begun, ...claims.map(writeClaim)].join('\n\n')}\n`
}

/** Gives a number to names that are taken. */
export function renameTaken(rules: readonly DraftedRule[], taken: ReadonlySet<string>): readonly DraftedRule[] {
  const names = new Set(taken)
  return rules.map(({ name, condition }) => {
    const free = findFreeName(name, names)
    names.add(free)
    return { name: free, condition }
  })
}

/** Adds assertions to the text, each of which cites the clause. */
export function addAssertions(text: string, rules: readonly DraftedRule[], { document, clause }: CitedBy): string {
  return `${[text.trimEnd(), ...rules.map((rule) => writeAssertion(rule, { document, clause }))].join('\n\n')}\n`
}

export function writeAssertion({ name, condition }: DraftedRule, { document, clause }: CitedBy): string {
  return `// @cite ${name} ${document} ${clause}\nassert ${name} {\n  ${condition.trim()}\n};`
}

/**
 * Says why a text is not one condition, as a sentence; null if it is. Without a semicolon, a brace that closes too much
 * or a comment it cannot end its statement, so it adds nothing but itself.
 */
export function findConditionProblem(condition: string): string | null {
  const code = condition.replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '""')
  if (code.trim() === '') return 'A condition is empty.'
  if (/;|\/\/|\/\*|\*\//.test(code)) return 'A condition has a semicolon or a comment. Write one expression.'
  const open: string[] = []
  for (const [bracket] of code.matchAll(/[()[\]{}]/g)) {
    const closes = CLOSING.get(bracket)
    if (closes === undefined) open.push(bracket)
    else if (open.pop() !== closes) return 'The brackets of a condition do not match.'
  }
  if (open.length > 0) return 'The brackets of a condition do not match.'
  return code.replaceAll('""', '').includes('"') ? 'A text in a condition has no end.' : null
}

const CLOSING: ReadonlyMap<string, string> = new Map([
  [')', '('],
  [']', '['],
  ['}', '{'],
])

export function writeClaim({ name, question, kind, unit, least, greatest, members }: DraftedClaim): string {
  const words = toOneLine(question)
  const lines = words === '' ? [] : [`// @ask ${name} ${words}`]
  if (kind === 'number' && unit !== '') lines.push(`// @unit ${name} ${unit}`)
  if (kind === 'number' && least !== '' && greatest !== '') lines.push(`// @range ${name} ${least}..${greatest}`)
  const type = kind === 'choice' ? `enum ${writeSet(members.map(toOneLine))}` : TYPES[kind]
  return [...lines, `declare ${name} as ${type};`].join('\n')
}
