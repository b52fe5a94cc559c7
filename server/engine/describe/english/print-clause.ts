/**
 * A sentence as indented plain text.
 *
 * Promises: every line break and indent is ours (author's text never holds one), so the shape can be read back from
 * the lines: an item's lines stand to the right of its number, and what goes on after a list stands under its lead.
 */
import type { Clause, Sentence } from './clause'
import { capitalised } from './humanise'

const NUMERALS = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix']
const TENS = ['', 'x', 'xx', 'xxx', 'xl', 'l', 'lx', 'lxx', 'lxxx', 'xc']

/** The number of an item: 1 2 3, then a b c, then i ii iii, then A B C, as in statutes; plain numbers where these run out. */
export function itemNumber(depth: number, place: number): string {
  if (depth === 1 && place < 26) return `(${String.fromCharCode(97 + place)})`
  if (depth === 2 && place < 99) return `(${TENS[Math.floor((place + 1) / 10)]}${NUMERALS[(place + 1) % 10]})`
  if (depth === 3 && place < 26) return `(${String.fromCharCode(65 + place)})`
  return `(${place + 1})`
}

/** Lines of a clause; the first carries no indent, since the caller puts its own mark there. */
function clauseLines(clause: Clause, indent: string, depth: number, lines: string[]): void {
  clause.forEach((segment, i) => {
    if (typeof segment === 'string') {
      if (i === 0) lines.push(lines.pop() + segment)
      else lines.push(indent + segment)
      return
    }
    segment.forEach((item, place) => {
      const mark = `${indent}  ${itemNumber(depth, place)} `
      lines.push(mark)
      clauseLines(item, ' '.repeat(mark.length), depth + 1, lines)
    })
  })
}

/** A sentence after `lead` (which ends in a colon, or is empty) on a line of its own indent; its parts follow under it. */
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
