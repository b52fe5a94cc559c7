/**
 * A statement, a term or a set in words, together with where it may stand.
 *
 * Promises: `inSlot` alone decides how a statement becomes part of another, so that grouping cannot be misread.
 */
import type { Checked } from '../../../language/semantics/checked-ruleset'
import type { Clause } from './clause'
import type { Entries } from './entries'
import type { Names } from './names'

/**
 * simple: one line that contains no other statement. group: one line that brackets its statements with words ("both
 * ... and ..."). list: a lead and its numbered list. open: anything else; it reaches to the end of its line or item, so
 * nothing may follow it there.
 */
export type Phrase =
  | { readonly form: 'simple' | 'group'; readonly text: string }
  | { readonly form: 'list'; readonly lead: string; readonly items: readonly Clause[] }
  | { readonly form: 'open'; readonly clause: Clause }

export function simple(text: string): Phrase {
  return { form: 'simple', text }
}

export function open(clause: Clause): Phrase {
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

/** The statement after `prefix`, closed on both sides, so that the sentence may go on after it. */
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

/** atom: never bracketed. compound: bracketed inside another term. heavy: bracketed inside a statement too. */
export interface Term {
  readonly text: string
  readonly weight: 'atom' | 'compound' | 'heavy'
}

export interface SetPhrase {
  /** After "among" or "of". */
  readonly among: string
  /** After "is" or "is not", of a list of written values alone. */
  readonly oneOf: string
  /** After "one of", "any of", "none of". */
  readonly several: string
  /** Inside another set. */
  readonly operand: string
}

/** Lists inside lists before the rest becomes a part; bounds the text in the size of the expression. */
export const MAX_LISTS = 4

/** Brackets inside brackets before the rest becomes a part. */
export const MAX_BRACKETS = 3

/**
 * What the functions that write the phrases of one sentence share: the names, and the parts put off to the end.
 *
 * Text stays linear in the size of the expression. Lists nest at most MAX_LISTS deep and brackets at most MAX_BRACKETS;
 * what would go deeper is called "part n" and written after the sentence, at the margin again.
 */
export interface PhraseWriter {
  readonly names: Names
  readonly entries: Entries
  /** Puts an expression off to the end of the sentence and returns its name there. */
  partFor(expression: Checked): string
  /** @param lists how many lists stand around the statement */
  statement(expression: Checked, lists: number): Phrase
  /** @param brackets how many brackets stand around the term */
  term(expression: Checked, brackets: number): Term
  set(expression: Checked, brackets: number): SetPhrase
  /** @param lists how many lists stand around the value */
  value(expression: Checked, lists: number): Clause
}

/** The term as it stands inside another term. */
export function operandInWords(node: Checked, writer: PhraseWriter, brackets: number): string {
  const term = writer.term(node, brackets + 1)
  return term.weight === 'atom' ? term.text : `(${term.text})`
}

/** The term as it stands on one side of a comparison. */
export function sideInWords(node: Checked, writer: PhraseWriter): string {
  const term = writer.term(node, 0)
  return term.weight === 'heavy' ? `(${term.text})` : term.text
}

/** A yes/no expression that has a name. */
export function isNamedAnswer(node: Checked): boolean {
  return node.type.kind === 'boolean' && (node.kind === 'input' || node.kind === 'let' || node.kind === 'variable')
}

/** The answer that the body asks of the variable itself (`x` or `Not(x)`), or null where it says more. */
export function answerAsked(node: Extract<Checked, { kind: 'quantified' }>): 'yes' | 'no' | null {
  const { body } = node
  if (body.kind === 'variable' && body.variable === node.variable) return 'yes'
  const inner = body.kind === 'connective' && body.connective === 'Not' ? body.operands[0] : undefined
  return inner?.kind === 'variable' && inner.variable === node.variable ? 'no' : null
}

/**
 * Whether a statement becomes one line that contains no other statement; decided from the shape, before any text is
 * made.
 */
export function isSimple(node: Checked): boolean {
  switch (node.kind) {
    case 'boolean':
    case 'is-member':
    case 'is-subset':
    case 'unbridged':
      return true
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
