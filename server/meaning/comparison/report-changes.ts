/** Reports are paired by name. Their values are compared as outcomes are: in every case, "no value" included. */
import { FALSE, NONE, type Outcomes, TRUE } from '../../engine/core/value'
import { compileProgram, type Program } from '../../engine/evaluate/program'
import { Indefinite } from '../../engine/evaluate/quantity'
import { quoteVisible } from '../../engine/explain/english/clause'
import type { Names } from '../../engine/explain/english/names'
import { amountInWords, unitInWords } from '../../engine/explain/english/quantities'
import { factsInWords } from '../../engine/explain/english/values'
import { Rational } from '../../language/numeric/rational'
import type { Checked, CheckedReport, CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { UnitLibrary } from '../../language/units/unit-library'
import type { Answer } from '../answer'
import { type Condition, conjunction, difference, disjunction, equality, hasOutcome, negation } from '../condition'
import { type AskTools, limitOf } from '../find-witness'
import { WHY_NOT_DECIDED } from '../open-questions'
import { askCondition } from '../questions'
import type { Finding } from './comparison-result'
import { firstInWords, makeFinding } from './finding'
import type { JoinedRulesets } from './joined-rulesets'
import type { SameExpressions } from './same-expression'

export interface ReportChanges {
  readonly findings: readonly Finding[]
  /** Definitions of the later ruleset whose reported value is not proved the same. */
  readonly changed: ReadonlySet<number>
}

export interface ReportContext {
  readonly before: CheckedRuleset
  readonly after: CheckedRuleset
  readonly library: UnitLibrary
  readonly same: SameExpressions
  readonly tools: AskTools
  readonly joined: () => JoinedRulesets
  readonly namesOf: (side: 'before' | 'after') => Names
}

/** @throws EngineDisagreementError */
export function reportChanges(context: ReportContext): ReportChanges {
  const { before, after, namesOf } = context
  const findings: Finding[] = []
  const changed = new Set<number>()
  const earlier = new Map(before.reports.map((report) => [report.name, report]))
  for (const report of after.reports) {
    const was = earlier.get(report.name)
    earlier.delete(report.name)
    const called = namesOf('after').called(report.name)
    if (was === undefined) {
      findings.push(makeFinding('report-added', { before: null, after: report.name }, { name: called }))
      continue
    }
    const own = new ReportPair(context, was, report, called).findings()
    if (own.length > 0) changed.add(report.let)
    findings.push(...own)
  }
  for (const { name } of earlier.values())
    findings.push(
      makeFinding('report-removed', { before: name, after: null }, { name: namesOf('before').called(name) }),
    )
  return { findings, changed }
}

class ReportPair {
  constructor(
    private readonly context: ReportContext,
    private readonly was: CheckedReport,
    private readonly now: CheckedReport,
    private readonly called: string,
  ) {}

  findings(): readonly Finding[] {
    const { before, after, same } = this.context
    const [left, right] = [before.lets[this.was.let]!.value, after.lets[this.now.let]!.value]
    const unit = this.unitFinding()
    if (this.was.unbridged.length > 0 || this.now.unbridged.length > 0) return [...unit, ...this.withoutValue()]
    if (unit.length === 0 && left.type.kind === right.type.kind && same.areSameLets(this.was.let, this.now.let))
      return []
    if (domainOf(left) !== domainOf(right)) return [this.changed('It has another type.')]
    const differs = this.differs(left, right)
    if (differs === null) return [...unit, this.open('nothing converts between the two units')]
    const answered = this.answered(differs)
    return [...(answered.length === 0 ? this.unitFinding('It is the same quantity in every case.') : unit), ...answered]
  }

  private unitFinding(list = ''): readonly Finding[] {
    const [was, now] = [this.was.unit, this.now.unit]
    if (was?.text === now?.text) return []
    const inWords = (unit: typeof was) => (unit === null ? 'no unit' : unitInWords(unit.text))
    return [this.finding('report-unit', { was: inWords(was), now: inWords(now), list })]
  }

  /** Units that nothing joins leave a report without a value. */
  private withoutValue(): readonly Finding[] {
    const [was, now] = [this.was.unbridged.length > 0, this.now.unbridged.length > 0]
    if (was && now) return []
    return [this.changed(now ? 'It never has a value now.' : 'It never had a value before.')]
  }

  /** Null if the units do not convert. */
  private differs(left: Checked, right: Checked): Condition | null {
    const { before, after, joined } = this.context
    const { space } = joined()
    const named = (index: number): Checked => ({ ...space.lets[index]!.value, kind: 'let', let: index }) as Checked
    const [earlier, later] = [named(after.lets.length + this.was.let), named(this.now.let)]
    if (before.lets.length === 0) throw new Error('a report is a definition')
    if (left.type.kind === 'boolean') return difference(earlier, later)
    const converted = this.inUnitOf(earlier, left, right)
    return converted === null ? null : differentValues(converted, later)
  }

  private inUnitOf(earlier: Checked, left: Checked, right: Checked): Checked | null {
    if (left.type.kind !== 'numeric' || right.type.kind !== 'numeric') return earlier
    const [from, to] = [left.type.unit, right.type.unit]
    if (from === null || to === null) return from === to ? earlier : null
    if (from.text === to.text) return earlier
    const relation = this.context.library.relate(from, to)
    if (relation.status === 'same') return earlier
    if (relation.status !== 'convertible') return null
    const { factor, offset } = relation
    return { kind: 'convert', operand: earlier, factor, offset, from, to, type: right.type, start: 0, end: 0 }
  }

  private answered(differs: Condition): readonly Finding[] {
    const { joined, tools } = this.context
    if (
      [...this.was.reads.map((input) => this.joinedInput(input)), ...this.now.reads].some((input) =>
        joined().apart.has(input),
      )
    )
      return [this.open('no value of some claim means the same in both rulesets')]
    const answer: Answer = askCondition(joined().space, differs, tools)
    switch (answer.status) {
      case 'proved':
        if (answer.holds === 'everywhere') return []
        return [this.changed('It differs only where a claim is outside its range, so only where a claim is unknown.')]
      case 'witness':
        return [this.shown(answer.witness.values)]
      case 'not decided':
        return [this.open(WHY_NOT_DECIDED[answer.limit])]
      case 'needs solver':
        return [this.open('no solver is at hand')]
    }
  }

  private joinedInput(input: number): number {
    const { name, form } = this.context.before.inputs[input]!
    const isCode = form?.kind === 'code'
    return this.context
      .joined()
      .space.inputs.findIndex((other) => other.name === name && (other.form?.kind === 'code') === isCode)
  }

  private shown(values: Parameters<JoinedRulesets['before']['valuesOf']>[0]): Finding {
    const { before, after, joined, namesOf, tools } = this.context
    const { settled, space } = joined()
    const reads = [...this.was.reads.map((input) => this.joinedInput(input)), ...this.now.reads]
    const read = [...new Set(reads)].filter((input) => !settled.has(input)).sort((a, b) => a - b)
    const facts = factsInWords(space.inputs, read, values, namesOf('after'))
    const where = facts.length === 0 ? 'In every case' : `If ${firstInWords(facts)}`
    try {
      const was = reportedValue(compileProgram(before), this.was, joined().before.valuesOf(values), tools)
      const now = reportedValue(compileProgram(after), this.now, joined().after.valuesOf(values), tools)
      return this.changed(`${where}: ${was} before, ${now} now.`)
    } catch (error) {
      const limit = limitOf(error)
      if (limit === null) throw error
      return this.changed(`${where}, it has another value.`)
    }
  }

  private changed(list: string): Finding {
    return this.finding('report-changed', { list })
  }

  private open(list: string): Finding {
    return this.finding('report-not-decided', { list })
  }

  private finding(kind: Finding['kind'], facts: { was?: string; now?: string; list?: string }): Finding {
    return makeFinding(kind, { before: this.was.name, after: this.now.name }, { name: this.called, ...facts })
  }
}

function domainOf({ type: { kind } }: Checked): string {
  return kind === 'text' ? 'enum' : kind
}

/** Whether two values differ. Equal values do not, and neither do two expressions without a value. */
function differentValues(left: Checked, right: Checked): Condition {
  const hasNone = (value: Checked) => hasOutcome(equality(value, value), NONE)
  return negation(disjunction([hasOutcome(equality(left, right), TRUE), conjunction([hasNone(left), hasNone(right)])]))
}

function reportedValue(
  program: Program,
  report: CheckedReport,
  known: Parameters<Program['begin']>[0],
  { meter }: AskTools,
): string {
  const value: unknown = program.evaluateLet(report.let, program.begin(known, meter))
  const { type } = program.ruleset.lets[report.let]!.value
  if (value instanceof Rational) return amountInWords(value, type)
  if (typeof value === 'string') return quoteVisible(value)
  if (value instanceof Indefinite || (value as Outcomes) === NONE) return 'no value'
  return value === TRUE ? 'yes' : value === FALSE ? 'no' : 'no value'
}
