/**
 * Prints terms so that each is defined before it is used. Repeated terms are printed once, so the file grows with the
 * ruleset. Lines nest at most {@link MAX_DEPTH} deep, so no reader needs a deep stack.
 */
import type { Term, Terms } from './terms'

const MAX_DEPTH = 30
const LINE_CHARACTERS = 100

export interface NamedTerm {
  readonly symbol: string
  /** For readers; null if the symbol is clear. */
  readonly comment: string | null
}

/**
 * @param named terms with names in the ruleset
 * @param nextPart makes a symbol for a repeated part
 * @returns definitions as lines, and the text of each root
 */
export function printTerms(
  terms: Terms,
  roots: readonly Term[],
  named: ReadonlyMap<Term, NamedTerm>,
  nextPart: () => string,
): { readonly definitions: readonly string[]; readonly roots: readonly string[] } {
  const uses = usesOf(terms, roots)
  const written = new Map<Term, Written>()
  const definitions: string[] = []
  for (const term of terms.all) {
    const count = uses[term.id]!
    if (count === 0) continue
    const operands = term.operands.map((operand) => written.get(operand)!)
    const depth = 1 + operands.reduce((deepest, operand) => Math.max(deepest, operand.depth), 0)
    const text = { head: term.head, operands, depth, length: lengthOf(term.head, operands) }
    const name = named.get(term)
    const isPart = term.operands.length > 0 && !isShort(term) && (count > 1 || depth >= MAX_DEPTH)
    if (name === undefined && !isPart) {
      written.set(term, text)
      continue
    }
    const symbol = name?.symbol ?? nextPart()
    if (name !== undefined && name.comment !== null) definitions.push(`; ${name.comment}`)
    definitions.push(`(define-fun ${symbol} () ${term.sort} ${laidOut(text, 2)})`)
    written.set(term, { head: symbol, operands: [], depth: 0, length: symbol.length })
  }
  return { definitions, roots: roots.map((root) => laidOut(written.get(root)!, 2)) }
}

interface Written {
  readonly head: string
  readonly operands: readonly Written[]
  readonly depth: number
  /** Characters on one line. */
  readonly length: number
}

/** A small term on one line, without names. */
export function printPlainly({ head, operands }: Term): string {
  return operands.length === 0 ? head : `(${head} ${operands.map(printPlainly).join(' ')})`
}

/** Includes the roots. */
export function partsOf(terms: Terms, roots: readonly Term[]): readonly Term[] {
  const uses = usesOf(terms, roots)
  return terms.all.filter(({ id }) => uses[id]! > 0)
}

/** Counts uses by term number; operands have lower numbers. */
function usesOf({ all }: Terms, roots: readonly Term[]): readonly number[] {
  const uses = new Array<number>(all.length).fill(0)
  for (const { id } of roots) uses[id]!++
  for (let id = all.length - 1; id >= 0; id--)
    if (uses[id]! > 0) for (const operand of all[id]!.operands) uses[operand.id]!++
  return uses
}

/** A negated symbol is shorter than its own name. */
function isShort({ operands }: Term): boolean {
  return operands.length === 1 && operands[0]!.operands.length === 0
}

function lengthOf(head: string, operands: readonly Written[]): number {
  return operands.reduce((sum, { length }) => sum + length + 1, head.length + (operands.length === 0 ? 0 : 2))
}

function laidOut({ head, operands, length }: Written, indent: number): string {
  if (operands.length === 0) return head
  if (length + indent <= LINE_CHARACTERS) return `(${head} ${operands.map((operand) => laidOut(operand, 0)).join(' ')})`
  const lines = operands.map((operand) => `\n${' '.repeat(indent)}${laidOut(operand, indent + 2)}`)
  return `(${head}${lines.join('')})`
}
