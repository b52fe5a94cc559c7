/**
 * All cases of a table, column by column. Atoms that the same rows accept are one group, and groups that leave the same
 * rows are visited once, so that a table with a hundred rows has few cases.
 */

import type { Input } from '../../language/semantics/checked-input'
import type { LookupForm } from '../../language/semantics/checked-ruleset'
import { CellAtoms } from '../../language/semantics/lookups/cell-atoms'

/** Cases in which the same rows apply: for every column the atoms that they allow. */
export type CaseGroup = readonly (readonly number[])[]

interface Below {
  /** Rows that may be the first to apply. */
  readonly first: ReadonlySet<number>
  /** Cases in which perhaps no row applies, for the columns from here on; the first ones. */
  readonly gaps: readonly CaseGroup[]
}

/** A row has dropped out, applies so far, or applies if something else holds. */
const [OUT, ALWAYS, PERHAPS] = ['-', '1', '?'] as const

const MAX_VISITS = 20_000

const MAX_GAPS = 200

export class TableCases {
  readonly atoms: CellAtoms
  private readonly known = new Map<string, Below>()
  private visits = 0

  constructor(
    readonly form: LookupForm,
    inputs: readonly Input[],
  ) {
    this.atoms = new CellAtoms(form, (input) => inputs[input] ?? null, true)
  }

  /** Null if there are too many cases. */
  all(): Below | null {
    return this.below(this.form.rows.map(() => ALWAYS).join(''))
  }

  /** Whether each case of the row is one of the others, as far as single columns show it. */
  isCovered(row: number, others: readonly number[]): boolean {
    const state = this.form.rows.map((_, i) => (i === row || others.includes(i) ? ALWAYS : OUT)).join('')
    const order = [...others, row]
    return this.below(state, order)?.first.has(row) === false
  }

  /** @param order in which rows are asked; that of the text by default */
  private below(state: string, order: readonly number[] = [...this.form.rows.keys()]): Below | null {
    this.known.clear()
    this.visits = 0
    return this.visit(0, state, order)
  }

  private visit(column: number, state: string, order: readonly number[]): Below | null {
    const key = `${column} ${state}`
    const seen = this.known.get(key)
    if (seen !== undefined) return seen
    if (++this.visits > MAX_VISITS) return null
    const found = column === this.form.keys.length ? leaf(state, order) : this.join(column, state, order)
    if (found !== null) this.known.set(key, found)
    return found
  }

  private join(column: number, state: string, order: readonly number[]): Below | null {
    const groups = new Map<string, number[]>()
    for (const atom of (this.atoms.columns[column] ?? []).keys()) {
      const next = this.after(state, column, atom)
      const group = groups.get(next)
      if (group === undefined) groups.set(next, [atom])
      else group.push(atom)
    }
    const first = new Set<number>()
    const gaps: CaseGroup[] = []
    for (const [next, group] of groups) {
      const below = this.visit(column + 1, next, order)
      if (below === null) return null
      for (const row of below.first) first.add(row)
      for (const run of below.gaps.length === 0 ? [] : this.runs(column, group))
        for (const gap of below.gaps) if (gaps.length < MAX_GAPS) gaps.push([run, ...gap])
    }
    return { first, gaps }
  }

  /** Numbers next to each other are one run; other atoms have no neighbours. */
  private runs(column: number, group: readonly number[]): readonly (readonly number[])[] {
    const isNumber = (atom: number) => typeof this.atoms.columns[column]?.[atom]?.value === 'object'
    const runs: number[][] = []
    for (const atom of group) {
      const last = runs.at(-1)
      const before = last?.at(-1)
      if (before !== undefined && (isNumber(atom) ? before === atom - 1 : !isNumber(before))) last?.push(atom)
      else runs.push([atom])
    }
    return runs
  }

  private after(state: string, column: number, atom: number): string {
    let next = ''
    for (let row = 0; row < state.length; row++) {
      const truth = state[row] === OUT ? 'never' : this.atoms.truth(row, column, atom)
      next += truth === 'never' ? OUT : truth === 'perhaps' ? PERHAPS : state[row]
    }
    return next
  }
}

function leaf(state: string, order: readonly number[]): Below {
  const first = new Set<number>()
  for (const row of order) {
    if (state[row] !== OUT) first.add(row)
    if (state[row] === ALWAYS) return { first, gaps: [] }
  }
  return { first, gaps: [[]] }
}
