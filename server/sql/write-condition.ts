/**
 * Writes the conditions of a program as SQL. SQL's NULL is an open outcome or one without a value: AND, OR and NOT over it
 * are the strong Kleene logic of the first tier (engine/evaluate/kleene.ts). Wherever the tier decides more than that, such
 * as an `If` with equal branches, it is written out.
 */
import { FALSE, TRUE } from '../engine/core/value'
import { satisfiesOperator } from '../engine/evaluate/metered-arithmetic'
import type { BooleanNode, Case, Choice, MemberNode, NumericNode, SetNode, ValueNode } from '../engine/evaluate/node'
import { denominatorOf, numeratorOf, type Rational } from '../language/numeric/rational'
import type { ComparisonOperator } from '../language/syntax/syntax'
import { absolute, type Dialect, quoteText, truthLiteral, UntranslatableError } from './dialect'
import { type Fraction, Fractions, MAX_CHARS, SYMBOLS } from './fraction'
import { mayLackValue } from './node-facts'
import { NumberWriter } from './write-number'

/** Columns of the innermost subquery. */
export interface InputColumns {
  truth(input: number): string
  member(input: number): string
  /** The place of the member in its vocabulary, which is quicker to compare; null for any other claim. */
  code(input: number): { readonly sql: string; readonly vocabulary: readonly string[] } | null
  number(input: number): Fraction
  /** The column itself, if a decimal literal can be compared with it exactly. */
  decimals(input: number): { readonly sql: string; readonly digits: number; readonly scale: number } | null
}

/** Names an expression that is used more than once. Null if it is short enough to repeat. */
export type Staging = (sql: string) => string | null

export class ConditionWriter {
  private readonly fractions: Fractions
  private readonly numbers: NumberWriter
  private readonly known = new Map<ValueNode, string>()

  constructor(
    private readonly dialect: Dialect,
    private readonly inputs: InputColumns,
    private readonly stage: Staging,
  ) {
    this.fractions = new Fractions(dialect, (sql) => this.staged(sql))
    this.numbers = new NumberWriter(dialect, this.fractions, {
      truth: (node) => this.truth(node),
      member: (node) => this.member(node),
      input: (input) => inputs.number(input),
      text: (member) => this.text(member),
      agreement: (branches, chosenBy) => this.agreement(branches, chosenBy),
      staged: (sql) => this.staged(sql),
    })
  }

  truth(node: BooleanNode): string {
    const sql = this.writeTruth(node)
    if (sql.length > MAX_CHARS) throw new UntranslatableError('its condition is too long as SQL')
    return sql
  }

  private writeTruth(node: BooleanNode): string {
    switch (node.kind) {
      case 'constant':
        return truthLiteral(this.dialect, node.value === TRUE ? true : node.value === FALSE ? false : null)
      case 'input':
        return this.inputs.truth(node.input)
      case 'shared':
        return this.once(node, () => this.staged(this.truth(node.inner)))
      case 'choice':
        return this.choice(node, (branch) => this.truth(branch))
      case 'case':
        return this.case(node, (branch) => this.truth(branch))
      case 'gate':
        return this.gate(node)
      case 'number-comparison':
        return this.comparison(node.operator, node.left, node.right)
      case 'member-comparison':
        return this.memberComparison(node)
      case 'tally':
        return this.tally(node)
      case 'membership':
        return this.membership(node.value, node.set)
    }
  }

  private once(node: ValueNode, write: () => string): string {
    const known = this.known.get(node)
    if (known !== undefined) return known
    const written = write()
    this.known.set(node, written)
    return written
  }

  private staged(sql: string): string {
    return this.stage(sql) ?? sql
  }

  private gate({ gate, operands }: Extract<BooleanNode, { kind: 'gate' }>): string {
    const written = operands.map((operand) => this.truth(operand))
    const [first = '', second = ''] = written
    switch (gate) {
      case 'and':
        return `(${written.join(' AND ')})`
      case 'or':
        return `(${written.join(' OR ')})`
      case 'not':
        return `(NOT ${first})`
      case 'implies':
        return `((NOT ${first}) OR ${second})`
      case 'equal':
        return `(${first} = ${second})`
      case 'differ':
        throw new UntranslatableError('it compares outcomes')
    }
  }

  /** Branches that agree decide an open condition, unless the condition may have no value. */
  private choice<Branch extends ValueNode>(
    { condition, whenTrue, whenFalse }: Choice<Branch>,
    write: (branch: Branch) => string,
  ): string {
    const test = this.staged(this.truth(condition))
    const [first, second] = [this.staged(write(whenTrue)), this.staged(write(whenFalse))]
    const agree = this.agreement([first, second], condition)
    return `(CASE WHEN ${test} THEN ${first} WHEN NOT ${test} THEN ${second}${agree} END)`
  }

  private case<Branch extends ValueNode>(
    { subject, arms, fallback }: Case<Branch>,
    write: (branch: Branch) => string,
  ): string {
    const label = this.staged(this.member(subject))
    const written = [...arms].map(([name, arm]) => [name, this.staged(write(arm))] as const)
    const other = fallback === null ? null : this.staged(write(fallback))
    const whens = written.map(([name, arm]) => ` WHEN ${label} = ${this.text(name)} THEN ${arm}`).join('')
    const last = other === null ? '' : ` WHEN ${label} IS NOT NULL THEN ${other}`
    const agree = this.agreement([...written.map(([, arm]) => arm), ...(other === null ? [] : [other])], subject)
    return `(CASE${whens}${last}${agree} END)`
  }

  private agreement(branches: readonly string[], chosenBy: ValueNode): string {
    const [first = '', ...others] = branches
    if (new Set(branches).size === 1 && !mayLackValue(chosenBy)) return ` ELSE ${first}`
    // Different literals never agree.
    if (
      mayLackValue(chosenBy) ||
      (new Set(branches).size === branches.length && branches.every((branch) => LITERAL.test(branch)))
    )
      return ''
    return ` WHEN ${others.map((other) => `${first} = ${other}`).join(' AND ')} THEN ${first}`
  }

  comparison(operator: ComparisonOperator, left: NumericNode, right: NumericNode): string {
    return (
      this.decimalComparison(operator, left, right) ??
      this.fractions.compare(operator, this.numbers.write(left), this.numbers.write(right))
    )
  }

  /** A column and a decimal literal, if their common type holds both. */
  private decimalComparison(operator: ComparisonOperator, left: NumericNode, right: NumericNode): string | null {
    if (left.kind === 'constant' && right.kind === 'input') return this.decimalComparison(TURNED[operator], right, left)
    if (left.kind !== 'input' || right.kind !== 'constant') return null
    const literal = decimalLiteral(right.value)
    const decimals = literal === null ? null : this.inputs.decimals(left.input)
    if (decimals === null || literal === null) return null
    const scale = Math.max(decimals.scale, literal.scale)
    if (Math.max(decimals.digits - decimals.scale, literal.digits - literal.scale) + scale > 38) return null
    return `(${decimals.sql} ${SYMBOLS[operator]} ${literal.text})`
  }

  private memberComparison({
    operator,
    left,
    right,
    order,
  }: Extract<BooleanNode, { kind: 'member-comparison' }>): string {
    const constant = left.kind === 'constant' ? left.value : right.kind === 'constant' ? right.value : null
    if (constant !== null && left.kind !== right.kind) {
      const value = left.kind === 'constant' ? right : left
      const turned = left.kind === 'constant' ? TURNED[operator] : operator
      const among = order?.filter((_, i) => satisfiesOperator(turned, i - order.indexOf(constant)))
      const test = this.codeTest(value, among ?? [constant])
      if (test !== null) return among === undefined && operator === '!=' ? `(NOT ${test})` : test
      if (among !== undefined) {
        const sql = this.staged(this.member(value))
        // No member is possible, but an unknown one still leaves the condition open.
        if (among.length === 0) return `(${sql} <> ${sql})`
        return `(${sql} IN (${among.map((member) => this.text(member)).join(', ')}))`
      }
    }
    const [a, b] = [this.staged(this.member(left)), this.staged(this.member(right))]
    if (order === null) return `(${a} ${SYMBOLS[operator]} ${b})`
    const ranks = order.map((member, i) => ` WHEN ${this.text(member)} THEN ${i}`).join('')
    const rank = (node: MemberNode, sql: string) =>
      node.kind === 'constant' ? String(order.indexOf(node.value)) : `(CASE ${sql}${ranks} END)`
    return `(${rank(left, a)} ${SYMBOLS[operator]} ${rank(right, b)})`
  }

  /** Whether a claim is one of the members, by their places in its vocabulary; null if these are not known. */
  private codeTest(node: MemberNode, members: Iterable<string>): string | null {
    const code = node.kind === 'input' && node.input >= 0 ? this.inputs.code(node.input) : null
    if (code === null) return null
    const places = [...new Set(members)].map((member) => code.vocabulary.indexOf(member)).sort((a, b) => a - b)
    const [first, last] = [places[0], places.at(-1)]
    if (first === undefined || last === undefined) return `(${code.sql} <> ${code.sql})`
    if (first < 0) return null
    if (last - first >= places.length) return `(${code.sql} IN (${places.join(', ')}))`
    if (first === last) return `(${code.sql} = ${first})`
    if (first === 0) return `(${code.sql} <= ${last})`
    if (last === code.vocabulary.length - 1) return `(${code.sql} >= ${first})`
    return `(${code.sql} BETWEEN ${first} AND ${last})`
  }

  private member(node: MemberNode): string {
    switch (node.kind) {
      case 'constant':
        return this.text(node.value)
      case 'input':
        if (node.input < 0) throw new UntranslatableError('its units do not convert')
        return this.inputs.member(node.input)
      case 'shared':
        return this.once(node, () => this.staged(this.member(node.inner)))
      case 'choice':
        return this.choice(node, (branch) => this.member(branch))
      case 'case':
        return this.case(node, (branch) => this.member(branch))
    }
  }

  private membership(value: ValueNode, { slots, written }: SetNode): string {
    if (value.domain === 'member' && written !== null && written.size > 0)
      return (
        this.codeTest(value, written) ??
        `(${this.member(value)} IN (${[...written].map((member) => this.text(member)).join(', ')}))`
      )
    const tests = slots.map(({ presence, value: member }) => {
      const equal = this.equality(value, member)
      return presence.kind === 'constant' && presence.value === TRUE ? equal : `(${this.truth(presence)} AND ${equal})`
    })
    return `(${tests.join(' OR ')})`
  }

  private equality(a: ValueNode, b: ValueNode): string {
    if (a.domain === 'numeric' && b.domain === 'numeric') return this.comparison('==', a, b)
    if (a.domain === 'member' && b.domain === 'member') return `(${this.member(a)} = ${this.member(b)})`
    if (a.domain === 'boolean' && b.domain === 'boolean') return `(${this.truth(a)} = ${this.truth(b)})`
    throw new Error('the members of a set are of several types')
  }

  /** Decided as soon as the slots with a value decide it. */
  private tally({ count, bounds, slots, side }: Extract<BooleanNode, { kind: 'tally' }>): string {
    const written = slots.map((slot) => this.staged(this.truth(slot)))
    const sum = (terms: readonly string[]) => (terms.length === 0 ? '0' : `(${terms.join(' + ')})`)
    const certain = this.staged(sum(written.map((sql) => `CASE WHEN ${sql} THEN 1 ELSE 0 END`)))
    const possible = this.staged(sum(written.map((sql) => `CASE WHEN NOT ${sql} THEN 0 ELSE 1 END`)))
    if (bounds !== null) {
      const { least, most } = bounds
      const few = this.fewSlots(written, least, most)
      if (few !== null) return few
      // Without the parts that hold in every row.
      const atLeast = least > 0
      const atMost = most < slots.length
      const holds = [...(atLeast ? [`${certain} >= ${least}`] : []), ...(atMost ? [`${possible} <= ${most}`] : [])]
      const fails = [...(atLeast ? [`${possible} < ${least}`] : []), ...(atMost ? [`${certain} > ${most}`] : [])]
      if (holds.length === 0) return truthLiteral(this.dialect, true)
      return this.decided(holds.join(' AND '), fails.join(' OR '))
    }
    if (count === null || side === null) throw new Error('a tally has bounds or a count')
    const bound = this.numbers.write(count)
    const as = this.dialect.name === 'postgres' ? 'numeric' : this.dialect.name === 'duckdb' ? 'BIGINT' : 'INTEGER'
    const of = (sql: string): Fraction => ({
      numerator: { sql: `CAST(${sql} AS ${as})`, bound: BigInt(slots.length), constant: null },
      over: 1n,
      divisor: null,
    })
    const compare = (operator: ComparisonOperator, sql: string) => this.fractions.compare(operator, of(sql), bound)
    if (side === 'least') return this.decided(compare('>=', certain), compare('<', possible))
    return this.decided(compare('<=', possible), compare('>', certain))
  }

  /** Writes AND and OR over the subsets that decide, if these are few. */
  private fewSlots(written: readonly string[], least: number, most: number): string | null {
    if (written.some((sql) => sql.length > MAX_REPEATED_CHARS)) return null
    const atLeast = (count: number): string | null | undefined => {
      if (count <= 0) return undefined
      const subsets = subsetsOf(written, count, MAX_SUBSETS)
      if (subsets === null) return null
      return subsets.length === 0 ? null : `(${subsets.map((each) => `(${each.join(' AND ')})`).join(' OR ')})`
    }
    const [enough, tooMany] = [atLeast(least), most < written.length ? atLeast(most + 1) : undefined]
    if (enough === null || tooMany === null) return null
    const limits = [...(enough === undefined ? [] : [enough]), ...(tooMany === undefined ? [] : [`(NOT ${tooMany})`])]
    return limits.length === 0 ? null : `(${limits.join(' AND ')})`
  }

  private decided(holds: string, fails: string): string {
    return `(CASE WHEN ${holds} THEN ${truthLiteral(this.dialect, true)} WHEN ${fails} THEN ${truthLiteral(this.dialect, false)} END)`
  }

  private text(member: string): string {
    return quoteText(this.dialect, member)
  }
}

/** Length of a slot that is written once for each subset. */
const MAX_REPEATED_CHARS = 60
const MAX_SUBSETS = 10

/** All subsets of a size; null if there are more than `most`. */
function subsetsOf<Item>(items: readonly Item[], size: number, most: number): readonly (readonly Item[])[] | null {
  if (size === 0) return [[]]
  const all: (readonly Item[])[] = []
  for (const [index, item] of items.entries()) {
    const rest = subsetsOf(items.slice(index + 1), size - 1, most)
    if (rest === null || all.length + rest.length > most) return null
    for (const each of rest) all.push([item, ...each])
  }
  return all
}

const LITERAL = /^(?:TRUE|FALSE|[01]|-?\d+|CAST\(-?\d+ AS \w+\)|E?'[^']*')$/

const TURNED: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
}

/** Null for a number without a finite decimal form. */
function decimalLiteral(
  value: Rational,
): { readonly text: string; readonly digits: number; readonly scale: number } | null {
  const [n, d] = [numeratorOf(value), denominatorOf(value)]
  let scale = 0
  let power = 1n
  while (power % d !== 0n) {
    if (++scale > 18) return null
    power *= 10n
  }
  const digits = absolute(n * (power / d))
    .toString()
    .padStart(scale + 1, '0')
  const point = digits.length - scale
  const text = `${n < 0n ? '-' : ''}${digits.slice(0, point)}${scale === 0 ? '' : `.${digits.slice(point)}`}`
  return { text, digits: digits.length, scale }
}
