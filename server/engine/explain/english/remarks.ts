/** A remark is made only if it can matter. Each assertion has its complete set. */
import { compareRationals, fromInteger, isEqual, ONE } from '../../../language/numeric/rational'
import type { Checked, CheckedRuleset, LookupForm, WrittenForm } from '../../../language/semantics/checked-ruleset'
import { childrenOf } from '../../../language/semantics/tree/children'
import { joinSeries, quoteVisible } from './clause'
import { Entries, type Entry } from './entries'
import { capitalise, type Names } from './names'
import { nameOf } from './phrase'
import { amountInWords, quantityInWords, wholeNumberGuard } from './quantities'
import { matchingOf } from './sets'

interface Remark {
  readonly kind: 'fact'
  readonly label: ''
  readonly text: string
}

type Quantified = Extract<Checked, { kind: 'quantified' }>
type Written = Extract<Checked, { kind: 'written' }>
type ShownNode = Written & { readonly form: Extract<WrittenForm, { kind: 'shown' }> }

const DIVISION =
  'A division by zero has no value. An assertion left without a value by one counts as neither met nor broken.'
const REMAINDER =
  'A remainder is what is left after taking away whole multiples of the divisor, rounded down; it never has the opposite sign of the divisor.'
const MONTH_ENDS = {
  last: 'If a month lacks the day, its last day counts: one month after 31 January is 28 or 29 February.',
  next: 'If a month lacks the day, the first day of the next month counts: one month after 31 January is 1 March.',
} as const
const ROUNDING =
  'Rounding down goes to the next lower value, also below zero, and rounding up to the next higher one; a value that needs no rounding stays as it is.'
const EVEN = 'An even multiple is an even number of times the step.'
const MEETING =
  'Where exceptions apply at once and none of them overrides the other, there is no value, unless they state the same number, text, answer or claim.'
const TWICE = 'What is listed more than once, under whatever name, counts once.'
const MATCH =
  'An entry matches another where both are the same claim or expression, or where one of the two is a written value and the other is equal to it.'
const WRITTEN_ALIKE =
  'Two expressions are the same entry only where they are written alike, with definitions written out.'
const ALL_OF_NONE = 'What is said of every entry of a list holds where the list has no entry.'

const CODE =
  'A comparison of numbers or dates is not met where a claim that it compares or calculates with is one of its codes.'
const CODE_INSTANT =
  'A comparison of timestamps is not met where a claim that it compares or calculates with is one of its codes.'
const CODE_VALUE =
  'Where a claim is one of its codes, what is calculated from it has no value, and a comparison with that is not met.'
const CODE_IN_CELL = 'A claim that is one of its codes fits no number, date or timestamp in a cell.'
const CODE_IN_DENIED_CELL =
  'A claim that is one of its codes fits no number, date or timestamp in a cell, so it fits a cell that excludes only such values with “not” or “neither”.'
const ABSENT =
  'A field of a record that is absent has no value. An assertion left without a value by one counts as neither met nor broken.'
const EMPTY = {
  sum: 'The sum over a list without an entry is 0.',
  extreme: 'A list without an entry has no smallest and no largest value.',
  day: 'A list without an entry has no earliest and no latest day.',
} as const
/** The list may have entries that the condition leaves out. */
const EMPTY_FILTERED = {
  sum: 'Where no entry of the list fulfils the condition, the sum is 0.',
  extreme: 'Where no entry of the list fulfils the condition, there is no smallest and no largest value.',
  day: 'Where no entry of the list fulfils the condition, there is no earliest and no latest day.',
} as const

export class Remarks {
  private readonly ruleset: CheckedRuleset

  /** @param known the remarks about the expression of a definition itself, by its index */
  constructor(
    private readonly names: Names,
    private readonly entries = new Entries(names.ruleset),
    private readonly known = new Map<number, readonly string[]>(),
  ) {
    this.ruleset = names.ruleset
  }

  /** For the body of a condition. */
  inCondition(parameters: readonly string[]): Remarks {
    return new Remarks(this.names.inCondition(parameters), this.entries, this.known)
  }

  /** Includes the remarks of all definitions that the expression depends on. */
  on(expression: Checked): readonly Remark[] {
    const texts = new Set(this.needed(expression))
    for (const index of this.definitionsOf(expression)) for (const text of this.ofDefinition(index)) texts.add(text)
    // It says more.
    if (texts.has(CODE_IN_DENIED_CELL)) texts.delete(CODE_IN_CELL)
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
      if (node.kind === 'written') {
        this.onWritten(node, texts, visit)
        return
      }
      const whole = wholeNumberGuard(node)
      if (whole !== null) {
        visit(whole)
        return
      }
      if (node.kind === 'quantified') texts.push(...this.onQuantified(node))
      if (node.kind === 'is-subset' && this.canBeEmpty(node.left)) texts.push(ALL_OF_NONE)
      if (node.kind === 'set-operation') texts.push(...this.onOperation(node))
      if (node.kind === 'add-months' || (node.kind === 'calendar' && node.part.startsWith('full-')))
        texts.push(MONTH_ENDS[node.rule])
      if (node.kind === 'round') {
        if (node.mode === 'floor' || node.mode === 'ceiling') texts.push(ROUNDING)
        if (node.mode === 'half_even' && !isEqual(node.written.value, ONE)) texts.push(EVEN)
      }
      if (node.kind === 'arithmetic') {
        if (node.operator === '%') texts.push(REMAINDER)
        if ((node.operator === '/' || node.operator === '%') && canBeZero(node.right)) texts.push(DIVISION)
      }
      for (const child of childrenOf(node)) visit(child)
    }
    visit(expression)
    return texts
  }

  /** The form is what people read. */
  private onWritten({ form, core, type }: Written, texts: string[], visit: (node: Checked) => void): void {
    switch (form.kind) {
      case 'shown':
        if (isFieldOfOptional(core)) texts.push(ABSENT)
        else if (this.readsCode(form.shown))
          texts.push(type.kind !== 'boolean' ? CODE_VALUE : comparesInstants(form.shown) ? CODE_INSTANT : CODE)
        visit(form.shown)
        return
      case 'is-a':
      case 'date-of':
      case 'text':
        visit(form.operand)
        return
      case 'lookup':
        texts.push(...this.onLookup(form))
        for (const key of form.keys) visit(isNumberOrCode(key) ? key.form.shown : key)
        return
      case 'condition':
        visit(core)
        return
      case 'first-failed':
        return
      case 'exceptions':
        visit(form.base)
        for (const { condition, value } of form.exceptions) for (const part of [condition, value]) visit(part)
        if (mayMeet(core)) texts.push(MEETING)
        return
      case 'entries':
        for (const part of [form.filter, form.body, form.count]) if (part !== null) visit(part)
        if (form.over === 'ForAll') texts.push(ALL_OF_NONE)
        if (form.over === 'Sum' || form.over === 'Min' || form.over === 'Max') {
          const empty = form.filter === null ? EMPTY : EMPTY_FILTERED
          texts.push(form.over === 'Sum' ? empty.sum : form.body?.type.kind === 'date' ? empty.day : empty.extreme)
        }
    }
  }

  /** Whether a claim with codes is compared or calculated with, other than as the key of a scale or a parameter. */
  private readsCode(node: Checked, seen = new Set<number>()): boolean {
    switch (node.kind) {
      case 'input':
        return this.mayBeCode(node.input)
      case 'let': {
        const definition = this.ruleset.lets[node.let]
        if (definition === undefined || seen.has(node.let)) return false
        seen.add(node.let)
        return this.readsCode(definition.value, seen)
      }
      case 'written':
        if (node.form.kind === 'lookup') return false
        return this.readsCode(node.form.kind === 'shown' ? node.form.shown : node.core, seen)
      default:
        return childrenOf(node).some((child) => this.readsCode(child, seen))
    }
  }

  private mayBeCode(input: number): boolean {
    const form = this.ruleset.inputs[input]?.form
    if (form?.kind === 'length') return this.mayBeCode(form.of)
    return form?.kind === 'coded' || (form?.kind === 'text' && form.codes.length > 0)
  }

  /** A code has no place among the numbers of a scale or the dates of a parameter. */
  private onLookup({ of, name, keys, rows }: LookupForm): readonly string[] {
    if (of !== 'table') {
      const key = keys.find(isNumberOrCode)
      return key === undefined
        ? []
        : [
            `Where ${this.names.called(nameOf(key, this.names) ?? '')} is one of its codes, ${this.names.called(name)} has no value, and neither has a comparison with it. An assertion left without a value by this counts as neither met nor broken.`,
          ]
    }
    const cells = rows.flatMap(({ condition }) => guardedCells(condition, false))
    if (cells.length === 0) return []
    return [cells.includes('denied') ? CODE_IN_DENIED_CELL : CODE_IN_CELL]
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

  /** Says which entries are listed more than once, by name if they have one. */
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
        return this.names.called(expression.called ?? this.names.input(expression.input).name)
      case 'let':
        return this.names.called(this.names.letName(expression.let))
      case 'string':
        return quoteVisible(expression.value)
      case 'number':
        return amountInWords(expression.value, expression.type)
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
   * Whether no completion empties the list: the second list certainly has (`Intersect`) or lacks (`Difference`) some
   * entry of the first, as the same expression.
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

/** Whether the core asks if the record is given; a guard against codes is never a claim alone. */
function isFieldOfOptional(core: Checked): boolean {
  return core.kind === 'choice' && core.condition.kind === 'input'
}

/** Whether the key is a claim that has no value if it is one of its codes. */
function isNumberOrCode(key: Checked): key is ShownNode {
  return key.kind === 'written' && key.form.kind === 'shown' && !isFieldOfOptional(key.core)
}

/** The comparisons of a row that no code meets, and whether they are denied. */
function guardedCells(node: Checked, isDenied: boolean): readonly ('met' | 'denied')[] {
  if (node.kind === 'written' && node.form.kind === 'shown' && node.type.kind === 'boolean')
    return [isDenied ? 'denied' : 'met']
  if (node.kind !== 'connective') return []
  const inside = node.connective === 'Not' ? !isDenied : isDenied
  return node.operands.flatMap((operand) => guardedCells(operand, inside))
}

function comparesInstants(shown: Checked): boolean {
  return shown.kind === 'compare' && shown.left.type.kind === 'timestamp'
}

/** Whether the core has a case for exceptions that meet. */
function mayMeet(core: Checked): boolean {
  if (core.kind === 'nothing') return core.because === 'exceptions'
  return core.kind === 'choice' && (mayMeet(core.then) || mayMeet(core.otherwise))
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
