/**
 * Reported values of dictionaries that both rulesets accept and read as different values, as ReadingComparison does for
 * answers.
 */
import { createBinder } from '../../../engine/claims/binder'
import { DEFAULT_BIND_LIMITS } from '../../../engine/claims/reading'
import { FALSE, NONE, type Outcomes, TRUE } from '../../../engine/core/value'
import { compileProgram, type Program } from '../../../engine/evaluate/program'
import { Indefinite } from '../../../engine/evaluate/quantity'
import { quoteVisible } from '../../../engine/explain/english/clause'
import { amountInWords } from '../../../engine/explain/english/quantities'
import { Rational } from '../../../language/numeric/rational'
import type { CheckedReport } from '../../../language/semantics/checked-ruleset'
import type { ClaimDictionary } from '../../claim-dictionary'
import type { Condition } from '../../condition'
import { type AskTools, limitOf } from '../../find-witness'
import { askCondition } from '../../questions'
import type { OpenReason } from '../comparison-result'
import { firstInWords } from '../finding'
import type { JoinedRulesets } from '../joined-rulesets'
import {
  type Asked,
  knownUnder,
  type ReadClaim,
  type Reading,
  type ReadingComparison,
  type Submitted,
} from './reading-comparison'
import type { ClaimPlace } from './submitted-values'

/** A report of both rulesets. */
export interface ReportsOfBoth {
  readonly before: CheckedReport
  readonly after: CheckedReport
  /** Whether the values differ in joined rulesets; null if nothing converts between their units. */
  differ(joined: JoinedRulesets): Condition | null
  /** Whether the report of one side has a value. */
  hasValue(joined: JoinedRulesets, side: 'before' | 'after'): Condition
}

/** `words`: a dictionary that changes the value, and both values. */
export type ReportReading = { readonly words: string } | { readonly open: OpenReason }

type ReadRuleset = Pick<ClaimPlace, 'ruleset' | 'library'>

export class ReportReadings {
  constructor(
    private readonly readings: ReadingComparison,
    private readonly before: ReadRuleset,
    private readonly after: ReadRuleset,
    private readonly tools: AskTools,
  ) {}

  /** Null if every such dictionary leaves the value as it was. */
  change(pair: ReportsOfBoth): ReportReading | null {
    const claims = this.readings.claimsIn(pair.before.reads, pair.after.reads)
    if (claims.length === 0) return null
    try {
      return this.changeBy(pair, claims)
    } catch (error) {
      const limit = limitOf(error)
      if (limit === null) throw error
      return { open: limit }
    }
  }

  private changeBy(pair: ReportsOfBoth, claims: readonly ReadClaim[]): ReportReading | null {
    if (this.isIndependent(pair, claims)) return null
    let open: ReportReading | null = null
    for (const claim of claims)
      for (const reading of this.readings.readingsOf(claim)) {
        const found = this.ask(pair, claim, reading)
        if (found !== null && 'words' in found) return found
        open ??= found
      }
    if (open === null && (claims.length > 1 || claims.some(({ reading }) => reading === 'open')))
      return { open: 'reading' }
    return open
  }

  /** Whether the values are the same for any two values of the claims. */
  private isIndependent(pair: ReportsOfBoth, claims: readonly ReadClaim[]): boolean {
    if (claims.some(({ scale }) => scale === null)) return false
    const joined = this.readings.joinedWithout(claims)
    const differ = pair.differ(joined)
    if (differ === null) return false
    const answer = askCondition(joined.space, differ, this.tools)
    return answer.status === 'proved' && answer.holds === 'everywhere'
  }

  private ask(pair: ReportsOfBoth, claim: ReadClaim, reading: Reading): ReportReading | null {
    const given = { claim, reading, joined: this.readings.joinedWithout([claim]) }
    const question = questionOf(pair, given)
    if (question === null) return null
    const answer = askCondition(given.joined.space, question, this.tools, knownUnder(given))
    switch (answer.status) {
      case 'proved':
        return null
      case 'not decided':
        return { open: answer.limit }
      case 'needs solver':
        return { open: 'needs solver' }
      case 'witness': {
        const { values } = answer.witness
        const submitted = this.readings.submittedUnder(given, values)
        for (const each of submitted) {
          const words = this.changeIn(pair, given, values, each, submitted.length)
          if (words !== null) return { words }
        }
        return { open: 'reading' }
      }
    }
  }

  /** Null if the dictionary does not show the change. */
  private changeIn(
    pair: ReportsOfBoth,
    given: Asked,
    values: Parameters<ReadingComparison['submittedUnder']>[1],
    { value, before, after }: Submitted,
    tried: number,
  ): string | null {
    if (before === null || after === null) return null
    const was = this.valueUnder(this.before, pair.before, before)
    const now = this.valueUnder(this.after, pair.after, after)
    if (was === null || now === null || was === now) return null
    // Equal amounts in two units have different words, so only the values that were asked about show a change.
    if (pair.before.unit?.text !== pair.after.unit?.text && tried > 1) return null
    const { joined } = given
    const reads = [...pair.before.reads.map((input) => joined.earlier[input]!), ...pair.after.reads]
    const claims = [...new Set(reads)]
      .sort((a, b) => a - b)
      .filter((input) => joined.space.inputs[input]!.kind === 'claim')
    const facts = this.readings.factsOf(given, values, { value, after }, this.readings.othersOf(given, claims))
    return `If ${firstInWords(facts)}: ${was} before, ${now} now.`
  }

  /** Null if the dictionary is rejected. */
  private valueUnder({ ruleset, library }: ReadRuleset, report: CheckedReport, claims: ClaimDictionary): string | null {
    const binding = createBinder(ruleset, library, DEFAULT_BIND_LIMITS).bind(claims, this.tools.meter)
    return binding.ok ? reportedValue(compileProgram(ruleset), report, binding.known, this.tools) : null
  }
}

/** Null if the values are certainly the same. */
function questionOf(pair: ReportsOfBoth, { reading, claim, joined }: Asked): Condition | null {
  const lacksBefore = reading.before.isUnbridged && pair.before.reads.includes(claim.before.input)
  const lacksAfter = reading.after.isUnbridged && pair.after.reads.includes(claim.after.input)
  if (lacksBefore && lacksAfter) return null
  if (lacksBefore) return pair.hasValue(joined, 'after')
  return lacksAfter ? pair.hasValue(joined, 'before') : pair.differ(joined)
}

/** The value of a report under claims that determine it, or "no value". */
export function reportedValue(
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
