/**
 * Slots of sets, as in public/docs/language.md, "Sets": members with the same key share a slot. `Intersect` and
 * `Difference` match slots by expression, and constants by value.
 */
import type { Checked, CheckedLet } from '../../language/semantics/checked-ruleset'
import { SlotKeys } from '../../language/semantics/tree/slot-key'
import type { Meaning, ThreeOutcomes, Truth } from './three-outcomes'

export interface Slot {
  readonly key: string
  readonly expression: Checked
  readonly value: Meaning
  readonly present: Truth
}

export interface Expressions {
  meaning(expression: Checked): Meaning
  same(left: Meaning, right: Meaning): Truth
  readonly always: Truth
  readonly never: Truth
}

export class SetSlots {
  private readonly keys: SlotKeys
  /** The current slots of quantifier variables. */
  private readonly variables = new Map<number, Slot>()
  private readonly lets = new Map<number, readonly Slot[]>()

  constructor(
    private readonly definitions: readonly CheckedLet[],
    private readonly outcomes: ThreeOutcomes,
    private readonly expressions: Expressions,
  ) {
    this.keys = new SlotKeys(definitions)
  }

  variable(variable: number): Meaning {
    const slot = this.variables.get(variable)
    if (slot === undefined) throw new Error(`variable ${variable} stands for no member`)
    return slot.value
  }

  /** Calls `body` with the variable bound to each slot. */
  each<Result>(set: Checked, variable: number, body: (slot: Slot) => Result): readonly Result[] {
    return this.of(set).map((slot) => {
      this.variables.set(variable, slot)
      const result = body(slot)
      this.variables.delete(variable)
      return result
    })
  }

  of(set: Checked): readonly Slot[] {
    const { outcomes, expressions } = this
    switch (set.kind) {
      case 'set':
        return this.merged(
          set.members.map((member) => this.slot(member, expressions.meaning(member), expressions.always)),
        )
      case 'vocabulary': {
        const type = elementOf(set)
        return set.members.map((value) => {
          const member: Checked = { kind: 'string', value, type, start: set.start, end: set.end }
          return this.slot(member, expressions.meaning(member), expressions.always)
        })
      }
      case 'let':
        return this.named(set.let)
      case 'convert':
        return this.merged(
          this.of(set.operand).map(({ expression, present }) => {
            const converted: Checked = { ...set, type: elementOf(set), operand: expression }
            return this.slot(converted, expressions.meaning(converted), present)
          }),
        )
      case 'set-operation': {
        const [left, right] = [this.of(set.left), this.of(set.right)]
        if (set.operation === 'Union') return this.merged([...left, ...right])
        return left.map((slot) => {
          const isInRight = outcomes.or(right.map((other) => outcomes.and([other.present, this.match(slot, other)])))
          const stays = set.operation === 'Intersect' ? isInRight : outcomes.not(isInRight)
          return { ...slot, present: outcomes.and([slot.present, stays]) }
        })
      }
      case 'unbridged':
        return this.of(set.right)
      default:
        throw new Error(`an expression of the kind ${set.kind} is not a set`)
    }
  }

  named(index: number): readonly Slot[] {
    const known = this.lets.get(index)
    if (known !== undefined) return known
    const slots = this.of(this.definitions[index]!.value)
    this.lets.set(index, slots)
    return slots
  }

  private slot(expression: Checked, value: Meaning, present: Truth): Slot {
    const key = this.keys.key(expression, (variable) => this.variables.get(variable)?.key)
    return { key, expression, value, present }
  }

  private match(one: Slot, other: Slot): Truth {
    if (one.key === other.key) return this.expressions.always
    const byValue = this.keys.isConstant(one.key) || this.keys.isConstant(other.key)
    return byValue ? this.expressions.same(one.value, other.value) : this.expressions.never
  }

  private merged(slots: readonly Slot[]): readonly Slot[] {
    const byKey = new Map<string, Slot>()
    for (const slot of slots) {
      const earlier = byKey.get(slot.key)
      const present = earlier === undefined ? slot.present : this.outcomes.or([earlier.present, slot.present])
      byKey.set(slot.key, { ...(earlier ?? slot), present })
    }
    return [...byKey.values()]
  }
}

function elementOf({ type }: Checked): Checked['type'] {
  if (type.kind !== 'set') throw new Error('a set has the type of a set')
  return type.element
}
