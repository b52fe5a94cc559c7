/**
 * The values that the cells of a table tell apart, by column. Every cell with written values holds on all of an atom or
 * on none of it, so finitely many atoms stand for all values.
 */
import { compareRationals, Rational } from '../../numeric/rational'
import type { ComparisonOperator } from '../../syntax/syntax'
import type { Checked, LookupCell, LookupForm, LookupTest } from '../checked-ruleset'
import type { Type } from '../checked-type'
import { type Atom, type AtomInput, narrowAtoms, numberAtoms, writtenNumber } from './number-atoms'

export type Truth = 'always' | 'never' | 'perhaps'

export class CellAtoms {
  /** By column. */
  readonly columns: readonly (readonly Atom[])[]
  /** Whether each column is a separate claim, so that every combination of atoms can be submitted. */
  readonly areClaims: boolean
  private readonly truths: readonly (readonly (readonly Truth[])[])[]

  /** @param narrowed leaves out what ranges and whole numbers exclude */
  constructor(
    form: LookupForm,
    private readonly inputOf: (input: number) => AtomInput | null,
    private readonly narrowed: boolean,
  ) {
    const { keys, rows } = form
    this.columns = keys.map((key, column) =>
      this.atomsOf(
        key,
        rows.flatMap(({ cells }) => cells[column] ?? []),
      ),
    )
    this.truths = rows.map(({ cells }) =>
      cells.map((cell, column) =>
        (this.columns[column] ?? []).map(({ value }) => truthOfCell(cell, value, keys[column]!.type)),
      ),
    )
    const inputs = keys.map((key) => (key.kind === 'input' ? key.input : -1))
    this.areClaims =
      inputs.every((input, i) => input >= 0 && inputs.indexOf(input) === i) &&
      this.truths.every((row) => row.every((cell) => !cell.includes('perhaps')))
  }

  truth(row: number, column: number, atom: number): Truth {
    return this.truths[row]?.[column]?.[atom] ?? 'perhaps'
  }

  /** Whether no case fulfils both rows; false if that is not clear from single columns. */
  areApart(row: number, other: number): boolean {
    return this.columns.some((atoms, column) =>
      atoms.every(
        (_, atom) => this.truth(row, column, atom) === 'never' || this.truth(other, column, atom) === 'never',
      ),
    )
  }

  private atomsOf(key: Checked, cells: readonly LookupCell[]): readonly Atom[] {
    const { type } = key
    if (type.kind === 'boolean') return [true, false].map(memberAtom)
    if (type.kind === 'enum') return type.vocabulary.map(memberAtom)
    if (type.kind === 'text') return [...new Set([...type.members, ...textsIn(cells)])].map(memberAtom)
    if (type.kind === 'set') return []
    const input = key.kind === 'input' ? this.inputOf(key.input) : null
    const numbers = numberAtoms(numbersIn(cells))
    return [...(this.narrowed && input !== null ? narrowAtoms(numbers, input) : numbers), ...this.codesOf(input)]
  }

  private codesOf(input: AtomInput | null): readonly Atom[] {
    if (input?.form?.kind !== 'coded') return []
    const type = this.inputOf(input.form.code)?.type
    return type?.kind === 'enum' ? type.vocabulary.filter((code) => code !== '').map(memberAtom) : []
  }
}

function memberAtom(value: boolean | string): Atom {
  return { value, between: null }
}

function valuesOf(test: LookupTest): readonly Checked[] {
  return test.kind === 'range' ? [test.low, test.high] : [test.value]
}

function textsIn(cells: readonly LookupCell[]): readonly string[] {
  return cells.flatMap(({ tests }) =>
    tests.flatMap(valuesOf).flatMap((value) => (value.kind === 'string' ? [value.value] : [])),
  )
}

/** Ascending, each once. */
function numbersIn(cells: readonly LookupCell[]): readonly Rational[] {
  const all = cells.flatMap(({ tests }) => tests.flatMap(valuesOf).flatMap((value) => writtenNumber(value) ?? []))
  all.sort(compareRationals)
  return all.filter((value, i) => i === 0 || compareRationals(all[i - 1]!, value) < 0)
}

function truthOfCell({ negated, tests }: LookupCell, value: Atom['value'], type: Type): Truth {
  if (tests.length === 0) return 'always'
  const truths = tests.map((test) => truthOfTest(test, value, type))
  const truth = truths.includes('always') ? 'always' : truths.includes('perhaps') ? 'perhaps' : 'never'
  if (!negated || truth === 'perhaps') return truth
  return truth === 'always' ? 'never' : 'always'
}

function truthOfTest(test: LookupTest, value: Atom['value'], type: Type): Truth {
  if (test.kind === 'compare') return compareWith(test.operator, value, test.value, type)
  const ends = [
    compareWith('>=', value, test.low, type),
    compareWith(test.open ? '<' : '<=', value, test.high, type),
  ] as const
  if (ends.includes('never')) return 'never'
  return ends.includes('perhaps') ? 'perhaps' : 'always'
}

function compareWith(operator: ComparisonOperator, value: Atom['value'], node: Checked, type: Type): Truth {
  const other = constantOf(node)
  if (other === null) return 'perhaps'
  // A claim with codes is a number or a text, and a comparison with the other kind fails.
  if (typeof value !== typeof other) return 'never'
  const order = orderOf(value, other, type)
  return holds(operator, order) ? 'always' : 'never'
}

function constantOf(node: Checked): Atom['value'] | null {
  return node.kind === 'string' || node.kind === 'boolean' ? node.value : writtenNumber(node)
}

function orderOf(value: Atom['value'], other: Atom['value'], type: Type): number {
  if (value instanceof Rational && other instanceof Rational) return compareRationals(value, other)
  if (value === other) return 0
  if (type.kind !== 'enum') return 1
  return type.vocabulary.indexOf(String(value)) - type.vocabulary.indexOf(String(other))
}

function holds(operator: ComparisonOperator, order: number): boolean {
  switch (operator) {
    case '==':
      return order === 0
    case '!=':
      return order !== 0
    case '<':
      return order < 0
    case '<=':
      return order <= 0
    case '>':
      return order > 0
    case '>=':
      return order >= 0
  }
}
