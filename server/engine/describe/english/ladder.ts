/**
 * IF ... ELSE IF ... ELSE chains.
 *
 * Promises: a chain of two conditions or more is told as one list, in which the first condition that holds decides,
 * instead of branches inside branches.
 */
import type { Checked } from '../../../language/checked-ruleset'
import { type Clause, endsInText, join } from './clause'
import { inSlot } from './phrase'
import type { Teller } from './teller'

type Choice = Extract<Checked, { kind: 'choice' }>

/** The conditions in order and what stands at the end. */
interface Ladder {
  readonly rungs: readonly Choice[]
  readonly last: Choice
}

/** Null where no other condition follows the first. */
export function ladderOf(node: Choice): Ladder | null {
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
export function tellLadder(
  { rungs, last }: Ladder,
  teller: Teller,
  lists: number,
  tell: (word: string, branch: Checked) => Clause,
): readonly Clause[] {
  const items = rungs.map((rung) => {
    const condition = inSlot('if', teller.statement(rung.condition, lists + 2))
    return join(condition, endsInText(condition) ? ', ' : '', tell('then', rung.then))
  })
  return [...items, last.partial ? ['otherwise nothing is required'] : tell('otherwise', last.otherwise)]
}
