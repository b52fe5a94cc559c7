/**
 * Whether expressions are the same after names are resolved. Names of lets and variables do not matter, nor do units of
 * written numbers. Each pair of lets is compared once.
 */
import { isEqual } from '../../language/numeric/rational'
import type { Checked, CheckedRuleset } from '../../language/semantics/checked-ruleset'

/** Longer chains of lets count as different, so that a question compares them. */
const MAX_DEPTH = 200

const NO_ORDER: readonly string[] = []

export class SameExpressions {
  /** By pair of lets. */
  private readonly lets = new Map<number, boolean>()
  /** From the earlier to the later variable. */
  private readonly variables = new Map<number, number>()
  private depth = 0

  /** @param places from earlier to later input, or -1 */
  constructor(
    private readonly before: Pick<CheckedRuleset, 'lets'>,
    private readonly after: Pick<CheckedRuleset, 'lets'>,
    private readonly places: readonly number[],
  ) {}

  areSame(a: Checked, b: Checked): boolean {
    if (b.kind === 'written') return this.areSame(a, b.core)
    switch (a.kind) {
      case 'boolean':
        return b.kind === 'boolean' && a.value === b.value
      case 'number':
        return b.kind === 'number' && isEqual(a.value, b.value)
      case 'string':
        return b.kind === 'string' && a.value === b.value
      case 'input':
        return b.kind === 'input' && this.places[a.input] === b.input
      case 'let':
        return b.kind === 'let' && this.areSameLets(a.let, b.let)
      case 'variable':
        return b.kind === 'variable' && this.variables.get(a.variable) === b.variable
      case 'negate':
        return b.kind === 'negate' && this.areSame(a.operand, b.operand)
      case 'add-months': {
        if (b.kind !== 'add-months' || a.rule !== b.rule) return false
        return this.areSame(a.operand, b.operand) && this.areSame(a.months, b.months)
      }
      case 'calendar':
        return (
          b.kind === 'calendar' &&
          a.part === b.part &&
          (a.rule === b.rule || !a.part.startsWith('full-')) &&
          this.areAllSame(a.operands, b.operands)
        )
      case 'absolute':
        return b.kind === 'absolute' && this.areSame(a.operand, b.operand)
      case 'round': {
        if (b.kind !== 'round' || a.mode !== b.mode || !isEqual(a.step, b.step)) return false
        return this.areSame(a.operand, b.operand)
      }
      case 'extreme':
        return b.kind === 'extreme' && a.extreme === b.extreme && this.areAllSame(a.operands, b.operands)
      case 'convert': {
        if (b.kind !== 'convert' || !isEqual(a.factor, b.factor) || !isEqual(a.offset, b.offset)) return false
        return this.areSame(a.operand, b.operand)
      }
      case 'arithmetic':
        return b.kind === 'arithmetic' && a.operator === b.operator && this.areSidesSame(a, b)
      case 'compare': {
        if (b.kind !== 'compare' || a.operator !== b.operator || a.domain !== b.domain) return false
        return areListsSame(a.order ?? NO_ORDER, b.order ?? NO_ORDER) && this.areSidesSame(a, b)
      }
      case 'differ':
        return b.kind === 'differ' && this.areSidesSame(a, b)
      case 'is-subset':
        return b.kind === 'is-subset' && this.areSidesSame(a, b)
      case 'set-operation':
        return b.kind === 'set-operation' && a.operation === b.operation && this.areSidesSame(a, b)
      case 'nothing':
        return b.kind === 'nothing'
      case 'written':
        return this.areSame(a.core, b)
      case 'unbridged':
        return false
      case 'connective':
        return b.kind === 'connective' && a.connective === b.connective && this.areAllSame(a.operands, b.operands)
      case 'choice': {
        if (b.kind !== 'choice') return false
        return (
          this.areSame(a.condition, b.condition) &&
          this.areSame(a.then, b.then) &&
          this.areSame(a.otherwise, b.otherwise)
        )
      }
      case 'case':
        return b.kind === 'case' && this.areCasesSame(a, b)
      case 'quantified':
        return b.kind === 'quantified' && this.areQuantifiedSame(a, b)
      case 'is-member':
        return b.kind === 'is-member' && this.areSame(a.value, b.value) && this.areSame(a.set, b.set)
      case 'set':
        return b.kind === 'set' && this.areAllSame(a.members, b.members)
      case 'vocabulary':
        return b.kind === 'vocabulary' && areListsSame(a.members, b.members)
    }
  }

  private areSidesSame(a: { left: Checked; right: Checked }, b: { left: Checked; right: Checked }): boolean {
    return this.areSame(a.left, b.left) && this.areSame(a.right, b.right)
  }

  private areAllSame(a: readonly Checked[], b: readonly Checked[]): boolean {
    if (a.length !== b.length) return false
    for (let index = 0; index < a.length; index++) if (!this.areSame(a[index]!, b[index]!)) return false
    return true
  }

  areSameLets(a: number, b: number): boolean {
    const key = a * this.after.lets.length + b
    const known = this.lets.get(key)
    if (known !== undefined) return known
    if (this.depth === MAX_DEPTH) return false
    this.depth++
    // A let names only earlier ones, and no enclosing variable.
    const same = this.areSame(this.before.lets[a]!.value, this.after.lets[b]!.value)
    this.depth--
    this.lets.set(key, same)
    return same
  }

  private areCasesSame(a: Extract<Checked, { kind: 'case' }>, b: Extract<Checked, { kind: 'case' }>): boolean {
    const labels = (node: typeof a) => node.arms.map(({ label }) => label)
    if (!areListsSame(labels(a), labels(b)) || !this.areSame(a.subject, b.subject)) return false
    const values = (node: typeof a) => node.arms.map(({ value }) => value)
    if (!this.areAllSame(values(a), values(b))) return false
    if (a.fallback === null || b.fallback === null) return a.fallback === b.fallback
    return this.areSame(a.fallback, b.fallback)
  }

  private areQuantifiedSame(
    a: Extract<Checked, { kind: 'quantified' }>,
    b: Extract<Checked, { kind: 'quantified' }>,
  ): boolean {
    if (a.quantifier !== b.quantifier || !this.areSame(a.set, b.set)) return false
    if (a.count === null || b.count === null ? a.count !== b.count : !this.areSame(a.count, b.count)) return false
    this.variables.set(a.variable, b.variable)
    return this.areSame(a.body, b.body)
  }
}

export function areListsSame(a: readonly string[], b: readonly string[]): boolean {
  if (a === b) return true
  if (a.length !== b.length) return false
  for (let index = 0; index < a.length; index++) if (a[index] !== b[index]) return false
  return true
}
