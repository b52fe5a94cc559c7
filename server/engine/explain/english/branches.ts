/**
 * An IF never reads like the "if ..., then ..." of Implies. Chained conditions are one list, in which the first that
 * holds decides.
 */
import type { Checked } from '../../../language/semantics/checked-ruleset'
import { type Clause, endsInText, joinClauses, quoteVisible } from './clause'
import { clauseOf, inSlot, openPhrase, type Phrase, type PhraseWriter, sideInWords } from './phrase'

type Choice = Extract<Checked, { kind: 'choice' }>
type Case = Extract<Checked, { kind: 'case' }>

export function describeChoice(node: Choice, writer: PhraseWriter, lists: number): Phrase {
  const thresholds = thresholdsOf(node)
  if (thresholds !== null) {
    const branch = (word: string, part: Checked): Clause => inSlot(word, writer.statement(part, lists + 2))
    return openPhrase(['the first of these that applies decides:', writeThresholds(thresholds, writer, lists, branch)])
  }
  const slot = (word: string, part: Checked): Clause => inSlot(word, writer.statement(part, lists + 1))
  const condition = slot('if', node.condition)
  const then = slot('then', node.then)
  const otherwise: Clause = node.partial ? ['otherwise nothing is required'] : slot('otherwise', node.otherwise)
  const head = joinClauses(condition, ', ', then)
  return openPhrase(joinClauses(head, endsInText(head) ? '; ' : '', otherwise))
}

export function describeCase(node: Case, writer: PhraseWriter, lists: number): Phrase {
  return openPhrase(
    describeArms(node, writer, ', the following applies:', (value) => clauseOf(writer.statement(value, lists + 1))),
  )
}

/** "depending on category:" with an item for each arm. */
export function describeArms(
  node: Case,
  writer: PhraseWriter,
  ending: string,
  write: (value: Checked) => Clause,
): Clause {
  const items = node.arms.map((arm) => joinClauses([`for ${quoteVisible(arm.label)}:`], ' ', write(arm.value)))
  if (node.fallback !== null) items.push(joinClauses(['for every other value:'], ' ', write(node.fallback)))
  return [`depending on ${sideInWords(node.subject, writer)}${ending}`, items]
}

interface Thresholds {
  readonly steps: readonly Choice[]
  readonly last: Choice
}

/** Null if no condition follows the first. */
export function thresholdsOf(node: Choice): Thresholds | null {
  const steps: Choice[] = [node]
  let last = node
  for (let next = withoutConversion(node.otherwise); next.kind === 'choice'; next = withoutConversion(next.otherwise)) {
    steps.push(next)
    last = next
  }
  return steps.length > 1 ? { steps, last } : null
}

function withoutConversion(node: Checked): Checked {
  return node.kind === 'convert' ? withoutConversion(node.operand) : node
}

/** @param write returns the text from "then" or "otherwise" on */
export function writeThresholds(
  { steps, last }: Thresholds,
  writer: PhraseWriter,
  lists: number,
  write: (word: string, branch: Checked) => Clause,
): readonly Clause[] {
  const items = steps.map((step) => {
    const condition = inSlot('if', writer.statement(step.condition, lists + 2))
    return joinClauses(condition, endsInText(condition) ? ', ' : '', write('then', step.then))
  })
  return [...items, last.partial ? ['otherwise nothing is required'] : write('otherwise', last.otherwise)]
}
