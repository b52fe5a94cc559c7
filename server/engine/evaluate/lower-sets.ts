/**
 * Lowers sets to lists of slots (public/docs/language.md, "Sets"). Members that are the same expression share a slot
 * (language/semantics/tree/slot-key.ts). Intersect and Difference match the same expression, or equal values if one of the
 * two is a constant.
 */
import type { Checked, CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { SlotKeys } from '../../language/semantics/tree/slot-key'
import { FALSE, TRUE } from '../core/value'
import { ALWAYS, conjunctionGate, disjunctionGate, isConstant, NEVER, negationGate } from './gate'
import { membershipNode, setNode } from './membership'
import type { BooleanNode, SetNode, Slot, ValueNode } from './node'
import { type Landings, shareBoolean, shareValue } from './shared-cell'
import { conversionNode, memberNode } from './value-nodes'

type Of<Kind extends Checked['kind']> = Extract<Checked, { kind: Kind }>

/** The expression gives the key of a converted slot. */
export interface NamedSlot extends Slot {
  readonly expression: Checked
}

/** `by value` is the rule before engine 0.2.0. */
export type Matching = 'as written' | 'by value'

/** Slots of the second set of an operation. */
interface Candidates {
  readonly byKey: ReadonlyMap<string, NamedSlot>
  readonly all: SetNode
  readonly constants: SetNode
}

export class SetLowering {
  private readonly named = new Map<number, readonly NamedSlot[]>()
  /** Lazy, because most named sets are only iterated. */
  private readonly namedSets = new Map<number, SetNode>()
  /** Current slots of the enclosing quantifiers, by variable number. */
  private readonly reached = new Map<number, NamedSlot>()
  private readonly slotKeys: SlotKeys

  /** @param value lowers a member */
  constructor(
    ruleset: CheckedRuleset,
    private readonly landings: Landings,
    private readonly value: (expression: Checked) => ValueNode,
    private readonly matched: Matching,
  ) {
    this.slotKeys = new SlotKeys(ruleset.lets)
  }

  name(index: number, set: Checked): void {
    this.named.set(index, this.slots(set))
  }

  /** The current slot of a quantifier's variable. */
  slotOf({ variable, name }: Of<'variable'>): Slot {
    const slot = this.reached.get(variable)
    if (slot === undefined) throw new Error(`the variable ${name} stands outside its quantifier`)
    return slot
  }

  /** Binds the variable to each slot. */
  each<Result>(set: Checked, variable: number, visit: (slot: Slot) => Result): Result[] {
    return this.slots(set).map((slot) => {
      this.reached.set(variable, slot)
      return visit(slot)
    })
  }

  set(expression: Checked): SetNode {
    if (expression.kind !== 'let') return setNode(this.slots(expression))
    let made = this.namedSets.get(expression.let)
    if (made === undefined) {
      made = setNode(this.slots(expression))
      this.namedSets.set(expression.let, made)
    }
    return made
  }

  slots(expression: Checked): readonly NamedSlot[] {
    switch (expression.kind) {
      case 'set':
        return distinctSlots(expression.members.map((member) => this.slot(member, ALWAYS, () => this.value(member))))
      case 'vocabulary': {
        const { type, start, end } = expression
        const element = type.kind === 'set' ? type.element : type
        return expression.members.map((value) => {
          const member: Checked = { kind: 'string', value, type: element, start, end }
          return this.slot(member, ALWAYS, () => memberNode(value))
        })
      }
      case 'let': {
        const slots = this.named.get(expression.let)
        if (slots === undefined) throw notASetError(expression)
        return slots
      }
      case 'convert':
        return distinctSlots(
          this.slots(expression.operand).map(({ expression: operand, presence, value }) => {
            if (value.domain !== 'numeric') throw notASetError(expression)
            const type = expression.type.kind === 'set' ? expression.type.element : expression.type
            const { factor, offset } = expression
            return this.slot({ ...expression, type, operand }, presence, () => conversionNode(value, factor, offset))
          }),
        )
      case 'set-operation':
        return this.setOperation(expression)
      default:
        throw notASetError(expression)
    }
  }

  private setOperation({ operation, left, right }: Of<'set-operation'>): readonly NamedSlot[] {
    const first = this.slots(left)
    if (operation === 'Union') return distinctSlots([...first, ...this.slots(right)])
    const second = this.candidates(this.slots(right))
    const remaining: NamedSlot[] = []
    for (const slot of first) {
      const match = this.matching(slot, second)
      const presence = conjunctionGate([slot.presence, operation === 'Intersect' ? match : negationGate(match)])
      if (presence.kind === 'constant' && presence.value === FALSE) continue
      remaining.push({ ...slot, presence: shareBoolean(presence, this.landings) })
    }
    return remaining
  }

  private candidates(slots: readonly NamedSlot[]): Candidates {
    return {
      byKey: new Map(slots.map((slot) => [slot.key, slot])),
      all: setNode(slots),
      constants: setNode(slots.filter(({ key }) => this.slotKeys.isConstant(key))),
    }
  }

  private matching({ key, value }: NamedSlot, { byKey, all, constants }: Candidates): BooleanNode {
    if (this.matched === 'by value') return membershipNode(value, all)
    const same = byKey.get(key)?.presence ?? NEVER
    if (isConstant(same, TRUE)) return same
    return disjunctionGate([same, membershipNode(value, this.slotKeys.isConstant(key) ? all : constants)])
  }

  private slot(expression: Checked, presence: BooleanNode, value: () => ValueNode): NamedSlot {
    return {
      key: this.slotKeys.key(expression, (variable) => this.reached.get(variable)?.key),
      expression,
      presence,
      value: shareValue(value(), this.landings),
    }
  }
}

/** One slot for each key, present if any of its appearances is. */
function distinctSlots(slots: readonly NamedSlot[]): readonly NamedSlot[] {
  const byKey = new Map<string, NamedSlot>()
  for (const slot of slots) {
    const earlier = byKey.get(slot.key)
    if (earlier === undefined) byKey.set(slot.key, slot)
    else byKey.set(slot.key, { ...earlier, presence: disjunctionGate([earlier.presence, slot.presence]) })
  }
  return [...byKey.values()]
}

function notASetError(expression: Checked): Error {
  return new Error(`an expression of kind ${expression.kind} stands where a set is needed`)
}
