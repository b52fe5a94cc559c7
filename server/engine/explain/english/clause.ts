/**
 * The shape of a sentence: running text and numbered lists inside it.
 *
 * Promises: plain data that a page renders as nested lists and `printSentence` as indented text. Grouping is in the
 * shape, never in the reader's guess: a list belongs to the text that ends just before it.
 * Every line break and indent is ours (author's text never holds one), so the shape can be read back from
 * the lines: an item's lines stand to the right of its number, and what goes on after a list stands under its lead.
 */
import { capitalised } from './names'

/** Text, or a numbered list of clauses. Two texts never stand next to each other. */
type Segment = string | readonly Clause[]
export type Clause = readonly Segment[]

/** One assertion or definition in words. */
export interface Sentence {
  readonly clause: Clause
  /**
   * What the clause, or an earlier part, calls "part 1", "part 2" and so on, because it nests too deep to stand there.
   */
  readonly parts: readonly Clause[]
}

/** The two in a row; where text meets text they become one line, with `glue` between. */
export function join(first: Clause, glue: string, second: Clause): Clause {
  const last = first[first.length - 1]
  const next = second[0]
  if (typeof last !== 'string' || typeof next !== 'string') return [...first, ...second]
  return [...first.slice(0, -1), last + glue + next, ...second.slice(1)]
}

/** True where the clause ends in running text, so that what follows continues the line. */
export function endsInText(clause: Clause): boolean {
  return typeof clause[clause.length - 1] === 'string'
}

/**
 * Things in a row.
 *
 * Promises: "a", "a and b", "a, b and c". Trusts that no item holds a bare comma or the last word: compound items come
 * in brackets.
 */
export function series(items: readonly string[], last: 'and' | 'or'): string {
  if (items.length < 2) return items.join('')
  return `${items.slice(0, -1).join(', ')} ${last} ${items[items.length - 1]}`
}

const NUMERALS = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix']
const TENS = ['', 'x', 'xx', 'xxx', 'xl', 'l', 'lx', 'lxx', 'lxxx', 'xc']

/**
 * The number of an item: 1 2 3, then a b c, then i ii iii, then A B C, as in statutes; plain numbers where these run
 * out.
 */
export function itemNumber(depth: number, index: number): string {
  if (depth === 1 && index < 26) return `(${String.fromCharCode(97 + index)})`
  if (depth === 2 && index < 99) return `(${TENS[Math.floor((index + 1) / 10)]}${NUMERALS[(index + 1) % 10]})`
  if (depth === 3 && index < 26) return `(${String.fromCharCode(65 + index)})`
  return `(${index + 1})`
}

/** Lines of a clause; the first carries no indent, since the caller puts its own mark there. */
function clauseLines(clause: Clause, indent: string, depth: number, lines: string[]): void {
  clause.forEach((segment, i) => {
    if (typeof segment === 'string') {
      if (i === 0) lines.push(lines.pop() + segment)
      else lines.push(indent + segment)
      return
    }
    segment.forEach((item, index) => {
      const mark = `${indent}  ${itemNumber(depth, index)} `
      lines.push(mark)
      clauseLines(item, ' '.repeat(mark.length), depth + 1, lines)
    })
  })
}

/**
 * A sentence after `lead` (which ends in a colon, or is empty) on a separate line at `indent`; its parts follow under
 * it.
 */
export function printSentence(sentence: Sentence, lead: string, indent: string): string {
  const lines: string[] = [indent + lead]
  const inner = `${indent}  `
  clauseLines(ended(lead === '' ? started(sentence.clause) : sentence.clause), inner, 0, lines)
  sentence.parts.forEach((part, i) => {
    lines.push(`${inner}Part ${i + 1}: `)
    clauseLines(ended(part), inner, 0, lines)
  })
  return lines.join('\n')
}

/** With a capital at its start. */
export function started(clause: Clause): Clause {
  const [first, ...rest] = clause
  return typeof first === 'string' ? [capitalised(first), ...rest] : clause
}

/** With a full stop where it ends in running text. */
export function ended(clause: Clause): Clause {
  const last = clause[clause.length - 1]
  return typeof last === 'string' ? [...clause.slice(0, -1), `${last}.`] : clause
}
