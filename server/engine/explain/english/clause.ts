/**
 * Text with nested numbered lists; each list belongs to the text before it. Author's text has no line breaks, so
 * indentation shows the shape: an item's lines are to the right of its number, and text after a list is below its lead.
 */
import { capitalise } from './names'

/** Two texts are never adjacent. */
type Segment = string | readonly Clause[]
export type Clause = readonly Segment[]

export interface Sentence {
  readonly clause: Clause
  /** Deferred clauses, "part 1", "part 2" and so on. */
  readonly parts: readonly Clause[]
}

export function plainSentence(clause: Clause): Sentence {
  return { clause, parts: [] }
}

/** Adjacent texts become one line, with `glue` between. */
export function joinClauses(first: Clause, glue: string, second: Clause): Clause {
  const last = first[first.length - 1]
  const next = second[0]
  if (typeof last !== 'string' || typeof next !== 'string') return [...first, ...second]
  return [...first.slice(0, -1), last + glue + next, ...second.slice(1)]
}

export function endsInText(clause: Clause): boolean {
  return typeof clause[clause.length - 1] === 'string'
}

/** Items must not contain a bare comma or the word `last`. */
export function joinSeries(items: readonly string[], last: 'and' | 'or'): string {
  if (items.length < 2) return items.join('')
  return `${items.slice(0, -1).join(', ')} ${last} ${items[items.length - 1]}`
}

const NUMERALS = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix']
const TENS = ['', 'x', 'xx', 'xxx', 'xl', 'l', 'lx', 'lxx', 'lxxx', 'xc']

/** The number of a list item as in statutes: 1, a, i, A; then plain numbers. */
export function itemNumber(depth: number, index: number): string {
  if (depth === 1 && index < 26) return `(${String.fromCharCode(97 + index)})`
  if (depth === 2 && index < 99) return `(${TENS[Math.floor((index + 1) / 10)]}${NUMERALS[(index + 1) % 10]})`
  if (depth === 3 && index < 26) return `(${String.fromCharCode(65 + index)})`
  return `(${index + 1})`
}

/** The caller marks and indents the first line. */
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

/** @param lead empty or ending in a colon */
export function printSentence(sentence: Sentence, lead: string, indent: string): string {
  const lines: string[] = [indent + lead]
  const inner = `${indent}  `
  clauseLines(endClause(lead === '' ? capitaliseClause(sentence.clause) : sentence.clause), inner, 0, lines)
  sentence.parts.forEach((part, i) => {
    lines.push(`${inner}Part ${i + 1}: `)
    clauseLines(endClause(part), inner, 0, lines)
  })
  return lines.join('\n')
}

export function capitaliseClause(clause: Clause): Clause {
  const [first, ...rest] = clause
  return typeof first === 'string' ? [capitalise(first), ...rest] : clause
}

/** Adds a full stop unless the clause ends in a list. */
export function endClause(clause: Clause): Clause {
  const last = clause[clause.length - 1]
  return typeof last === 'string' ? [...clause.slice(0, -1), `${last}.`] : clause
}

const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu
const ODD_SPACE = /(?! )\p{Zs}/gu
/** At an end or after a space. */
const LOST_SPACE = /^ | $|(?<= ) /g
const WORD = /\p{L}[\p{L}\p{M}]*/gu
const LATIN = /\p{Script=Latin}/u
const LOOK_ALIKE = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/gu

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`
}

/** Escapes author's characters that are invisible, or that break or reorder the line. */
export function visibleLine(text: string): string {
  return text.replace(/\t/g, ' ').replace(UNSEEN, escapeCharacter).replace(ODD_SPACE, escapeCharacter)
}

/** Uses JSON's escapes, also for overlooked spaces and for look-alike letters in Latin words. Injective. */
export function quoteVisible(text: string): string {
  if (/^[\w-]*$/.test(text)) return `"${text}"`
  const shown = text
    .replace(/[\\"]/g, (mark) => `\\${mark}`)
    .replace(UNSEEN, escapeCharacter)
    .replace(ODD_SPACE, escapeCharacter)
    .replace(LOST_SPACE, escapeCharacter)
    .replace(WORD, (word) => (LATIN.test(word) ? word.replace(LOOK_ALIKE, escapeCharacter) : word))
  return `"${shown}"`
}
