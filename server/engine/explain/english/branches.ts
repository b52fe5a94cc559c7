/**
 * IF and CASE as statements.
 *
 * Promises: each has words of its own, so that an IF is never read as the weaker "if ..., then ..." of Implies; a
 * branch that holds further branches is set off as a list.
 *
 * A chain of two conditions or more is told as one list, in which the first condition that holds decides,
 * instead of branches inside branches.
 */
import type { Checked } from '../../../language/semantics/checked-ruleset'
import { type Clause, endsInText, join } from './clause'
import { clauseOf, inSlot, open, type Phrase } from './phrase'
import type { PhraseWriter } from './phrase-writer'
import { sideInWords } from './sides'
import { quoted } from './visible-text'

type Choice = Extract<Checked, { kind: 'choice' }>
type Case = Extract<Checked, { kind: 'case' }>

export function describeChoice(node: Choice, writer: PhraseWriter, lists: number): Phrase {
  const thresholds = thresholdsOf(node)
  if (thresholds !== null) {
    const branch = (word: string, part: Checked): Clause => inSlot(word, writer.statement(part, lists + 2))
    return open(['the first of these that applies decides:', writeThresholds(thresholds, writer, lists, branch)])
  }
  const slot = (word: string, part: Checked): Clause => inSlot(word, writer.statement(part, lists + 1))
  const condition = slot('if', node.condition)
  const then = slot('then', node.then)
  const otherwise: Clause = node.partial ? ['otherwise nothing is required'] : slot('otherwise', node.otherwise)
  const head = join(condition, ', ', then)
  return open(join(head, endsInText(head) ? '; ' : '', otherwise))
}

export function describeCase(node: Case, writer: PhraseWriter, lists: number): Phrase {
  return open(arms(node, writer, ', the following applies:', (value) => clauseOf(writer.statement(value, lists + 1))))
}

/** "depending on category:" and one item for each arm, told by `tell`. */
export function arms(node: Case, writer: PhraseWriter, ending: string, tell: (value: Checked) => Clause): Clause {
  const items = node.arms.map((arm) => join([`for ${quoted(arm.label)}:`], ' ', tell(arm.value)))
  if (node.fallback !== null) items.push(join(['for every other value:'], ' ', tell(node.fallback)))
  return [`depending on ${sideInWords(node.subject, writer)}${ending}`, items]
}

/** The conditions in order and what stands at the end. */
interface Thresholds {
  readonly rungs: readonly Choice[]
  readonly last: Choice
}

/** Null where no other condition follows the first. */
export function thresholdsOf(node: Choice): Thresholds | null {
  const rungs: Choice[] = [node]
  let last = node
  for (let next = unconverted(node.otherwise); next.kind === 'choice'; next = unconverted(next.otherwise)) {
    rungs.push(next)
    last = next
  }
  return rungs.length > 1 ? { rungs, last } : null
}

function unconverted(node: Checked): Checked {
  return node.kind === 'convert' ? unconverted(node.operand) : node
}

/** The list of a chain; `tell` answers what stands after "then" or "otherwise". */
export function writeThresholds(
  { rungs, last }: Thresholds,
  writer: PhraseWriter,
  lists: number,
  tell: (word: string, branch: Checked) => Clause,
): readonly Clause[] {
  const items = rungs.map((rung) => {
    const condition = inSlot('if', writer.statement(rung.condition, lists + 2))
    return join(condition, endsInText(condition) ? ', ' : '', tell('then', rung.then))
  })
  return [...items, last.partial ? ['otherwise nothing is required'] : tell('otherwise', last.otherwise)]
}
