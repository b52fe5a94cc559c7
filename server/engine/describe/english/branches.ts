/**
 * IF and CASE as statements.
 *
 * Promises: each has words of its own, so that an IF is never read as the weaker "if ..., then ..." of Implies; a
 * branch that holds further branches is set off as a list.
 */
import type { Checked } from '../../../language/checked-ruleset'
import { type Clause, endsInText, join } from './clause'
import { ladderOf, tellLadder } from './ladder'
import { clauseOf, inSlot, open, type Phrase } from './phrase'
import type { Teller } from './teller'
import { sideInWords } from './terms'
import { quoted } from './visible-text'

type Choice = Extract<Checked, { kind: 'choice' }>
type Case = Extract<Checked, { kind: 'case' }>

export function describeChoice(node: Choice, teller: Teller, lists: number): Phrase {
  const ladder = ladderOf(node)
  if (ladder !== null) {
    const branch = (word: string, part: Checked): Clause => inSlot(word, teller.statement(part, lists + 2))
    return open(['the first of these that applies decides:', tellLadder(ladder, teller, lists, branch)])
  }
  const slot = (word: string, part: Checked): Clause => inSlot(word, teller.statement(part, lists + 1))
  const condition = slot('if', node.condition)
  const then = slot('then', node.then)
  const otherwise: Clause = node.partial ? ['otherwise nothing is required'] : slot('otherwise', node.otherwise)
  const head = join(condition, ', ', then)
  return open(join(head, endsInText(head) ? '; ' : '', otherwise))
}

export function describeCase(node: Case, teller: Teller, lists: number): Phrase {
  return open(arms(node, teller, ', the following applies:', (value) => clauseOf(teller.statement(value, lists + 1))))
}

/** "depending on category:" and one item for each arm, told by `tell`. */
export function arms(node: Case, teller: Teller, ending: string, tell: (value: Checked) => Clause): Clause {
  const items = node.arms.map((arm) => join([`for ${quoted(arm.label)}:`], ' ', tell(arm.value)))
  if (node.fallback !== null) items.push(join(['for every other value:'], ' ', tell(node.fallback)))
  return [`depending on ${sideInWords(node.subject, teller)}${ending}`, items]
}
