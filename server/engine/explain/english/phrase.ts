/** Only `inSlot` places a statement inside another, so that grouping is unambiguous. */
import type { Checked } from '../../../language/semantics/checked-ruleset'
import type { Clause } from './clause'
import type { Entries } from './entries'
import type { Names } from './names'

/**
 * simple: one line without other statements. group: one line that groups statements with "both ... and ...". list: a
 * lead and a numbered list. open: anything else; nothing may follow it on its line.
 */
export type Phrase =
  | { readonly form: 'simple' | 'group'; readonly text: string }
  | { readonly form: 'list'; readonly lead: string; readonly items: readonly Clause[] }
  | { readonly form: 'open'; readonly clause: Clause }

export function simplePhrase(text: string): Phrase {
  return { form: 'simple', text }
}

export function openPhrase(clause: Clause): Phrase {
  return { form: 'open', clause }
}

export function clauseOf(phrase: Phrase): Clause {
  switch (phrase.form) {
    case 'simple':
    case 'group':
      return [phrase.text]
    case 'list':
      return [phrase.lead, phrase.items]
    case 'open':
      return phrase.clause
  }
}

/** Closed on both sides. */
export function inSlot(prefix: string, phrase: Phrase): Clause {
  switch (phrase.form) {
    case 'simple':
    case 'group':
      return [`${prefix} ${phrase.text}`]
    case 'list':
      return [`${prefix} ${phrase.lead}`, phrase.items]
    case 'open':
      return [`${prefix} the following holds:`, [phrase.clause]]
  }
}

/** atom: never bracketed. compound: bracketed in terms. heavy: bracketed in statements too. */
export interface Term {
  readonly text: string
  readonly weight: 'atom' | 'compound' | 'heavy'
}

export interface SetPhrase {
  /** After "among" or "of". */
  readonly among: string
  /** After "is"; only for constants. */
  readonly oneOf: string
  /** After "one of", "any of". */
  readonly several: string
  /** Inside another set. */
  readonly operand: string
}

/** Deeper ones become parts. */
export const MAX_LISTS = 4

/** Deeper ones become parts. */
export const MAX_BRACKETS = 3

/**
 * Beyond MAX_LISTS and MAX_BRACKETS an expression is called "part n" and written after the sentence, so that text stays
 * linear in its size.
 */
export interface PhraseWriter {
  readonly names: Names
  readonly entries: Entries
  /** Returns the part's name. */
  partFor(expression: Checked): string
  /** @param lists enclosing lists */
  statement(expression: Checked, lists: number): Phrase
  /** @param brackets enclosing brackets */
  term(expression: Checked, brackets: number): Term
  set(expression: Checked, brackets: number): SetPhrase
  value(expression: Checked, lists: number): Clause
}

/**
 * Inside another term.
 * @param near words of the sentence around it, which a name must not repeat without quotation marks
 */
export function operandInWords(node: Checked, writer: PhraseWriter, brackets: number, near?: RegExp): string {
  const name = near === undefined ? null : nameOf(node, writer.names)
  if (near !== undefined && name !== null) return writer.names.calledNear(name, near)
  const term = writer.term(node, brackets + 1)
  return term.weight === 'atom' ? term.text : `(${term.text})`
}

/** Null if the node is not a claim, definition or variable. */
export function nameOf(node: Checked, names: Names): string | null {
  switch (node.kind) {
    case 'convert':
      return nameOf(node.operand, names)
    case 'input':
      return node.called ?? names.input(node.input).name
    case 'let':
      return names.letName(node.let)
    case 'variable':
      return node.name
    case 'written':
      return node.form.kind === 'shown' ? nameOf(node.form.shown, names) : null
    default:
      return null
  }
}

/** Writes an operand as a side of a comparison. */
export function sideInWords(node: Checked, writer: PhraseWriter): string {
  const term = writer.term(node, 0)
  return term.weight === 'heavy' ? `(${term.text})` : term.text
}

export function isNamedAnswer(node: Checked): boolean {
  return node.type.kind === 'boolean' && (node.kind === 'input' || node.kind === 'let' || node.kind === 'variable')
}

/** The answer if the body is only `x` or `Not(x)`; otherwise null. */
export function answerAsked(node: Extract<Checked, { kind: 'quantified' }>): 'yes' | 'no' | null {
  const { body } = node
  if (body.kind === 'variable' && body.variable === node.variable) return 'yes'
  const inner = body.kind === 'connective' && body.connective === 'Not' ? body.operands[0] : undefined
  return inner?.kind === 'variable' && inner.variable === node.variable ? 'no' : null
}

/** Decided from the shape, before any text is made. */
export function isSimple(node: Checked): boolean {
  switch (node.kind) {
    case 'boolean':
    case 'is-member':
    case 'is-subset':
    case 'nothing':
    case 'unbridged':
      return true
    case 'written':
      if (node.form.kind === 'entries') return node.form.over === 'NoneRepeated' || node.form.over === 'IsGiven'
      return (
        node.form.kind === 'lookup' ||
        node.form.kind === 'is-a' ||
        node.form.kind === 'condition' ||
        node.form.kind === 'text'
      )
    case 'compare':
      return (
        node.domain !== 'boolean' ||
        (isNamedAnswer(node.left) && (node.right.kind === 'boolean' || isNamedAnswer(node.right)))
      )
    case 'connective': {
      const operand = node.operands[0]
      return (
        node.connective === 'Not' && operand !== undefined && (isNamedAnswer(operand) || operand.kind === 'is-member')
      )
    }
    case 'quantified':
      return answerAsked(node) !== null
    default:
      return isNamedAnswer(node)
  }
}
