/** A remark is made only if it can matter. Each assertion has its complete set. */
import { compareRationals, fromInteger } from '../../../language/numeric/rational'
import type { Checked, CheckedRuleset } from '../../../language/semantics/checked-ruleset'
import { childrenOf } from '../../../language/semantics/children'
import { joinSeries } from './clause'
import { Entries, type Entry } from './entries'
import { capitalise, type Names } from './names'
import { quantityInWords, wholeNumberGuard } from './quantities'
import { matchingOf } from './sets'
import { quoteVisible } from './visible-text'

interface Remark {
  readonly kind: 'fact'
  readonly label: ''
  readonly text: string
}

type Quantified = Extract<Checked, { kind: 'quantified' }>

const DIVISION =
  'A division by zero has no value. An assertion left without a value by one counts as neither met nor broken.'
const REMAINDER =
  'A remainder is what is left after taking away whole multiples of the divisor, rounded down; it never has the opposite sign of the divisor.'
const TWICE = 'What is listed more than once, under whatever name, counts once.'
const MATCH =
  'An entry matches another where both are the same claim or expression, or where one of the two is a written value and the other is equal to it.'
const WRITTEN_ALIKE =
  'Two expressions are the same entry only where they are written alike, with definitions written out.'
const ALL_OF_NONE = 'What is said of every entry of a list holds where the list has no entry.'

export class Remarks {
  private readonly ruleset: CheckedRuleset
  private readonly entries: Entries
  /** By definition: the remarks of its own expression only. */
  private readonly known = new Map<number, readonly string[]>()

  constructor(private readonly names: Names) {
    this.ruleset = names.ruleset
    this.entries = new Entries(names.ruleset)
  }

  /** Includes the remarks of all definitions that the expression depends on. */
  on(expression: Checked): readonly Remark[] {
    const texts = new Set(this.needed(expression))
    for (const index of this.definitionsOf(expression)) for (const text of this.ofDefinition(index)) texts.add(text)
    return [...texts].map((text) => ({ kind: 'fact', label: '', text }))
  }

  private ofDefinition(index: number): readonly string[] {
    let needed = this.known.get(index)
    if (needed === undefined) {
      const definition = this.ruleset.lets[index]
      needed = definition === undefined ? [] : this.needed(definition.value)
      this.known.set(index, needed)
    }
    return needed
  }

  private definitionsOf(expression: Checked): readonly number[] {
    const lets = new Set<number>()
    const open: Checked[] = [expression]
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      open.push(...childrenOf(node))
      if (node.kind !== 'let' || lets.has(node.let)) continue
      lets.add(node.let)
      const definition = this.ruleset.lets[node.let]
      if (definition !== undefined) open.push(definition.value)
    }
    return [...lets].sort((a, b) => a - b)
  }

  private needed(expression: Checked): readonly string[] {
    const texts: string[] = []
    const visit = (node: Checked): void => {
      const whole = wholeNumberGuard(node)
      if (whole !== null) {
        visit(whole)
        return
      }
      if (node.kind === 'quantified') texts.push(...this.onQuantified(node))
      if (node.kind === 'is-subset' && this.canBeEmpty(node.left)) texts.push(ALL_OF_NONE)
      if (node.kind === 'set-operation') texts.push(...this.onOperation(node))
      if (node.kind === 'arithmetic') {
        if (node.operator === '%') texts.push(REMAINDER)
        if ((node.operator === '/' || node.operator === '%') && canBeZero(node.right)) texts.push(DIVISION)
      }
      for (const child of childrenOf(node)) visit(child)
    }
    visit(expression)
    return texts
  }

  private onOperation({ operation, left, right }: Extract<Checked, { kind: 'set-operation' }>): readonly string[] {
    if (operation === 'Union') return []
    const remarks = matchingOf(this.entries.listKind(left), this.entries.listKind(right)) === 'mixed' ? [MATCH] : []
    const sides = [left, right].map((set) => this.entries.of(set).filter(({ kind }) => kind !== 'written'))
    const meet = sides.every((entries) => entries.length > 0)
    if (meet && sides.flat().some(({ expression }) => !isName(expression))) remarks.push(WRITTEN_ALIKE)
    return remarks
  }

  private onQuantified(node: Quantified): readonly string[] {
    this.entries.bind(node.variable, node.set)
    const entries = this.entries.of(node.set)
    if (node.quantifier === 'ForAll') return this.canBeEmpty(node.set) ? [ALL_OF_NONE] : []
    if (node.quantifier === 'Exists') return []
    const remarks: string[] = [...this.repeats(this.entries.written(node.set))]
    // Two variables, or a variable and a name, may mean one entry.
    if (entries.length > 1 && entries.some(({ expression }) => namesVariable(expression))) remarks.push(TWICE)
    const { count } = node
    if (count?.kind !== 'number') return remarks
    const bound = quantityInWords(count.value, null)
    const listed = `the list has ${entries.length || 'no'} ${entries.length < 2 ? 'entry' : 'entries'}`
    if (node.quantifier === 'AtLeast') {
      if (compareRationals(count.value, fromInteger(0)) <= 0) remarks.push(`“At least ${bound}” is always met.`)
      if (compareRationals(count.value, fromInteger(entries.length)) > 0)
        remarks.push(`“At least ${bound}” is never met here, because ${listed}.`)
    } else {
      if (compareRationals(count.value, fromInteger(0)) < 0) remarks.push(`“At most ${bound}” is never met.`)
      if (compareRationals(count.value, fromInteger(entries.length)) >= 0)
        remarks.push(`“At most ${bound}” is always met here, because ${listed}.`)
    }
    return remarks
  }

  /** By name if they have one. */
  private repeats(written: readonly Entry[]): readonly string[] {
    const byKey = new Map<string, Set<string>>()
    const repeated = new Set<string>()
    for (const { key, expression } of written) {
      const names = byKey.get(key)
      if (names !== undefined) repeated.add(key)
      const name = this.shortName(expression)
      byKey.set(key, (names ?? new Set()).add(name ?? ''))
    }
    return [...repeated].map((key) => {
      const names = [...byKey.get(key)!]
      if (names.includes('')) return TWICE
      if (names.length === 1) return capitalise(`${names.join('')} is listed more than once and counts once.`)
      return capitalise(`${joinSeries(names, 'and')} are the same and count once.`)
    })
  }

  private shortName(expression: Checked): string | null {
    switch (expression.kind) {
      case 'input':
        return this.names.called(this.names.input(expression.input).name)
      case 'let':
        return this.names.called(this.names.letName(expression.let))
      case 'string':
        return quoteVisible(expression.value)
      case 'number':
        return quantityInWords(expression.value, expression.type.kind === 'numeric' ? expression.type.unit : null)
      case 'convert':
        return this.shortName(expression.operand)
      default:
        return null
    }
  }

  private canBeEmpty(set: Checked): boolean {
    switch (set.kind) {
      case 'set':
        return set.members.length === 0
      case 'let': {
        const definition = this.ruleset.lets[set.let]
        return definition !== undefined && this.canBeEmpty(definition.value)
      }
      case 'convert':
        return this.canBeEmpty(set.operand)
      case 'unbridged':
        return this.canBeEmpty(set.right)
      case 'set-operation':
        if (set.operation === 'Union') return this.canBeEmpty(set.left) && this.canBeEmpty(set.right)
        return !this.leavesSome(set.operation, set.left, set.right)
      default:
        return false
    }
  }

  /**
   * Whether no completion empties the list, because the second list has, or lacks, an entry of the first as the same
   * expression.
   */
  private leavesSome(operation: 'Intersect' | 'Difference', left: Checked, right: Checked): boolean {
    if (this.canBeEmpty(left) || !this.isFixed(left) || !this.isFixed(right)) return false
    const [first, second] = [this.entries.of(left), this.entries.of(right)]
    const alike = matchingOf(this.entries.listKind(left), this.entries.listKind(right)) === 'alike'
    const literal = [...first, ...second].every(({ kind, expression }) => kind !== 'written' || isLiteral(expression))
    if (!alike || !literal) return false
    const keys = new Set(second.map(({ key }) => key))
    return first.some(({ key }) => keys.has(key) === (operation === 'Intersect'))
  }

  /** Whether every entry is always present. */
  private isFixed(set: Checked): boolean {
    switch (set.kind) {
      case 'let': {
        const definition = this.ruleset.lets[set.let]
        return definition !== undefined && this.isFixed(definition.value)
      }
      case 'convert':
        return this.isFixed(set.operand)
      case 'set-operation':
        return set.operation === 'Union' && this.isFixed(set.left) && this.isFixed(set.right)
      default:
        return true
    }
  }
}

function isName(node: Checked): boolean {
  if (node.kind === 'convert') return isName(node.operand)
  return node.kind === 'input' || node.kind === 'let' || node.kind === 'variable' || isLiteral(node)
}

/** Whether it names a variable of an enclosing quantifier. */
function namesVariable(node: Checked, own: ReadonlySet<number> = new Set()): boolean {
  if (node.kind === 'variable') return !own.has(node.variable)
  const inner = node.kind === 'quantified' ? new Set([...own, node.variable]) : own
  return childrenOf(node).some((child) => namesVariable(child, inner))
}

function isLiteral({ kind }: Checked): boolean {
  return kind === 'number' || kind === 'string' || kind === 'boolean'
}

function canBeZero(divisor: Checked): boolean {
  return divisor.kind !== 'number' || divisor.value.n === 0
}
