/**
 * Decision tables: rows that apply together in a table `unique` or `any`, cases that no row describes, and rows that
 * never decide. Single columns settle most of it exactly; what they leave open is asked like any other question.
 */

import type { Completion } from '../../engine/core/value'
import { joinSeries } from '../../engine/explain/english/clause'
import { Rational, signOf } from '../../language/numeric/rational'
import type { LookupForm } from '../../language/semantics/checked-ruleset'
import { lookupFormOf } from '../../language/semantics/checked-ruleset'
import type { Atom } from '../../language/semantics/lookups/number-atoms'
import type { Span } from '../../language/text/line-index'
import { type Condition, conjunction } from '../condition'
import { minimalSet } from '../index-set'
import { inputsOf } from '../question-ruleset'
import type { FindingKind } from './analysis-result'
import type { Investigation, Steps } from './investigation'
import { everyCase } from './ranges-in-words'
import { type CaseGroup, TableCases } from './table-cases'
import { areTogether, inGroup, isFirst, noneApplies } from './table-conditions'
import { caseOf } from './table-witness'

/** Findings of each kind and table; further ones are only counted. */
const MAX_FINDINGS = 12

export function* findInTables(inquiry: Investigation): Steps {
  for (const [index, { value }] of inquiry.ruleset.lets.entries()) {
    const form = lookupFormOf(value)
    if (form?.of === 'table') yield* new TableReview(inquiry, index, form, value).findings()
  }
}

class TableReview {
  private readonly cases: TableCases
  /** Null if there are too many cases to list. */
  private readonly all: ReturnType<TableCases['all']>

  constructor(
    private readonly inquiry: Investigation,
    private readonly definition: number,
    private readonly form: LookupForm,
    private readonly at: Span,
  ) {
    this.cases = new TableCases(form, inquiry.ruleset.inputs)
    this.all = this.cases.all()
  }

  *findings(): Steps {
    const { policy } = this.form
    if (policy === 'unique' || policy === 'any') yield* this.overlaps()
    if (!policy.startsWith('collect') && this.form.otherwise === null) yield* this.gaps()
    yield* this.idleRows()
  }

  private *overlaps(): Steps {
    const { rows, policy } = this.form
    let found = 0
    for (const one of rows.keys()) {
      for (let other = one + 1; other < rows.length; other++) {
        if (this.inquiry.open.isSpent) return
        if (this.cases.atoms.areApart(one, other) || this.agree(one, other)) continue
        const condition = areTogether(this.form, one, other)
        const values =
          this.choiceFor(one, other, condition) ??
          this.ask(condition, `whether rows ${one + 1} and ${other + 1} of ${this.name} apply together`)
        if (values === null || found++ >= MAX_FINDINGS) {
          yield null
          continue
        }
        const both = policy === 'any' ? 'apply together with different results' : 'apply together'
        const advice =
          policy === 'any'
            ? 'Narrow one of them, or give both the same result.'
            : 'Narrow one of them, or write first in place of unique if the upper one decides.'
        const sentence = `Rows ${one + 1} and ${other + 1} of ${this.name} ${both}, as when ${this.write(values, condition)}: there it has no value. ${advice}`
        yield this.finding('table_rows_overlap', sentence, rows[other]!, condition, values)
      }
    }
  }

  /** Whether two rows of a table `any` have the same written result. */
  private agree(one: number, other: number): boolean {
    const [a, b] = [this.form.rows[one]?.value, this.form.rows[other]?.value]
    if (this.form.policy !== 'any' || a == null || b == null) return false
    const { text } = this.inquiry
    return text.written(a) === text.written(b)
  }

  private choiceFor(one: number, other: number, condition: Condition): Completion | null {
    const { atoms } = this.cases
    const choice = atoms.columns.map((column, i) =>
      [...column.keys()].find(
        (atom) => atoms.truth(one, i, atom) === 'always' && atoms.truth(other, i, atom) === 'always',
      ),
    )
    const known = choice.filter((atom) => atom !== undefined)
    return known.length < choice.length ? null : caseOf(this.cases, known, this.inquiry.ruleset, condition)
  }

  private *gaps(): Steps {
    const { all } = this
    const { ruleset } = this.inquiry
    const none = noneApplies(this.form)
    const told = new Set<string>()
    for (const group of all?.gaps ?? [this.everything()]) {
      if (this.inquiry.open.isSpent) return
      const values = this.gapIn(group, none)
      const shown = values === null ? null : this.inquiry.writer.write(values, ruleset, none)
      if (values === null || shown === null || told.has(shown.sentence) || told.size >= MAX_FINDINGS) {
        yield null
        continue
      }
      told.add(shown.sentence)
      const more = told.size === MAX_FINDINGS ? ' There may be more such cases.' : ''
      const sentence = `No row of ${this.name} applies in some cases, as when ${shown.sentence}: there it has no value. Add a row for them, or an else row.${more}`
      yield this.finding('table_gap', sentence, this.at, none, values)
    }
  }

  private gapIn(group: CaseGroup, none: Condition): Completion | null {
    const { ruleset } = this.inquiry
    const { atoms } = this.cases
    const choice = group.map((some, column) => plainAtom(atoms.columns[column] ?? [], some))
    const simple = caseOf(this.cases, choice, ruleset, none)
    if (simple !== null || (atoms.areClaims && this.all !== null)) return simple
    const within = conjunction([none, inGroup(this.cases, group, ruleset)])
    return this.ask(within, `whether a row of ${this.name} always applies`)
  }

  /** One group with all cases. */
  private everything(): CaseGroup {
    return this.cases.atoms.columns.map((column) => [...column.keys()])
  }

  private *idleRows(): Steps {
    const { rows, policy } = this.form
    for (const row of rows.keys()) {
      if (this.inquiry.open.isSpent) return
      yield policy.startsWith('collect') ? this.impossibleRow(row) : this.neverFirst(row, this.all?.first ?? null)
    }
  }

  private impossibleRow(row: number) {
    const { condition } = this.form.rows[row]!
    if (!this.cases.isCovered(row, []) && (this.cases.atoms.areClaims || !this.isProved(condition, row))) return null
    return this.idleRow(row, [], condition)
  }

  private neverFirst(row: number, live: ReadonlySet<number> | null) {
    const condition = isFirst(this.form, row)
    const isDead = live !== null && !live.has(row)
    if (!isDead && ((this.cases.atoms.areClaims && live !== null) || !this.isProved(condition, row))) return null
    const above = [...this.form.rows.keys()].slice(0, row).filter((other) => !this.cases.atoms.areApart(row, other))
    const covering = minimalSet(above, (some) =>
      isDead ? this.cases.isCovered(row, some) : this.isProved(this.uncovered(row, some), row),
    )
    return this.idleRow(row, covering, condition)
  }

  private uncovered(row: number, others: readonly number[]): Condition {
    const { rows } = this.form
    const some = { ...this.form, rows: [...others.map((other) => rows[other]!), rows[row]!] }
    return isFirst(some, others.length)
  }

  private isProved(condition: Condition, row: number): boolean {
    const question = () => `whether row ${row + 1} of ${this.name} ever decides`
    const { ruleset } = this.inquiry
    return this.inquiry.ask(ruleset, condition, this.readers(), question).status === 'proved'
  }

  private idleRow(row: number, covering: readonly number[], condition: Condition) {
    const { ruleset } = this.inquiry
    const answer = this.inquiry.quietly(ruleset, condition)
    const where = answer.status === 'proved' ? everyCase({ answer, space: ruleset, condition }) : 'in every case'
    const above = covering.map((other) => String(other + 1))
    const sentence =
      above.length === 0
        ? `Row ${row + 1} of ${this.name} never applies: ${where}, one of its cells does not hold. Remove it, or correct a cell.`
        : `Row ${row + 1} of ${this.name} never decides: ${where} that it describes, ${above.length === 1 ? 'row' : 'one of the rows'} ${joinSeries(above, 'and')} above it applies. Remove it, or move it up.`
    const title = `Row ${row + 1} of ${this.name} never decides.`
    const proofs = answer.status === 'proved' ? [{ title, space: ruleset, condition, answer }] : []
    const { start, end } = this.form.rows[row]!
    return this.inquiry.finding('table_row_never_decides', 'warning', sentence, {
      assertions: this.readers(),
      definitions: [this.definition],
      claims: inputsOf(ruleset, condition),
      at: { start, end },
      proofs,
    })
  }

  private ask(condition: Condition, question: string): Completion | null {
    const answer = this.inquiry.ask(this.inquiry.ruleset, condition, this.readers(), () => question)
    return answer.status === 'witness' ? answer.witness.values : null
  }

  private finding(kind: FindingKind, sentence: string, { start, end }: Span, condition: Condition, values: Completion) {
    const { ruleset, writer } = this.inquiry
    return this.inquiry.finding(kind, 'warning', sentence, {
      assertions: this.readers(),
      definitions: [this.definition],
      claims: inputsOf(ruleset, condition),
      at: { start, end },
      witness: writer.write(values, ruleset, condition),
    })
  }

  private write(values: Completion, condition: Condition): string {
    return this.inquiry.writer.write(values, this.inquiry.ruleset, condition).sentence
  }

  private readers(): readonly number[] {
    return this.inquiry.dependents.of({ kind: 'definition', index: this.definition })
  }

  private get name(): string {
    return `the table “${this.form.name}”`
  }
}

/** The atom of the group that a reader would choose: a number that is not below zero, if there is one. */
function plainAtom(atoms: readonly Atom[], group: readonly number[]): number {
  const plain = group.find((atom) => {
    const value = atoms[atom]?.value
    return !(value instanceof Rational) || signOf(value) >= 0
  })
  return plain ?? group.at(-1) ?? 0
}
