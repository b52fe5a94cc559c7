/**
 * What a reader must know about the meaning of a word, said once in a review, where the word first occurs.
 *
 * Promises: deterministic; a remark is made only where it can matter.
 */
import type { Checked, CheckedRuleset } from '../../../language/checked-ruleset'
import { SlotKeys } from '../../../language/slot-key'
import { walk } from './children'

interface Remark {
  readonly kind: 'fact'
  readonly label: ''
  readonly text: string
}

const DIVISION =
  'A division by zero has no value. An assertion left without a value by one counts as neither met nor broken.'
const REMAINDER =
  'A remainder is what is left after taking away whole multiples of the divisor, rounded down; it never has the opposite sign of the divisor.'

const TWICE = 'What is listed more than once, under whatever name, counts once.'

export class Remarks {
  private readonly made = new Set<string>()
  private readonly slots: SlotKeys

  constructor(ruleset: CheckedRuleset) {
    this.slots = new SlotKeys(ruleset.lets)
  }

  /** The remarks that this expression is the first to need. */
  on(expression: Checked): readonly Remark[] {
    const needed: string[] = []
    walk(expression, (node) => {
      if (node.kind === 'set' && this.repeats(node.members)) needed.push(TWICE)
      if (node.kind !== 'arithmetic') return
      if (node.operator === '%') needed.push(REMAINDER)
      if ((node.operator === '/' || node.operator === '%') && canBeZero(node.right)) needed.push(DIVISION)
    })
    const first = [...new Set(needed)].filter((text) => !this.made.has(text))
    for (const text of first) this.made.add(text)
    return first.map((text) => ({ kind: 'fact', label: '', text }))
  }

  private repeats(members: readonly Checked[]): boolean {
    if (members.length < 2) return false
    return new Set(members.map((member) => this.slots.key(member, () => undefined))).size < members.length
  }
}

/** False for a written number other than zero. */
function canBeZero(divisor: Checked): boolean {
  return divisor.kind !== 'number' || divisor.value.n === 0
}
