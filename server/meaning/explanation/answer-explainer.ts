import { FALSE, NONE, type Outcomes, TRUE } from '../../engine/core/value'
import { type Check, readsUnbridged, type UnbridgedInputs } from '../../engine/decide/assertion-result'
import { Definitions } from '../../engine/definitions'
import type { Program } from '../../engine/evaluate/program'
import { NO_VALUE } from '../../engine/evaluate/quantity'
import { printNumeral } from '../../language/numeric/numeral'
import { Rational } from '../../language/numeric/rational'
import type { Checked, CheckedLet } from '../../language/semantics/checked-ruleset'
import { exceptionGroups } from '../../language/semantics/exceptions'
import type { Policy } from '../../language/syntax/syntax'
import type { LineIndex } from '../../language/text/line-index'
import type { AskTools } from '../find-witness'
import type { Allowed } from './allowed-values'
import { type DecidingPart, decidingParts } from './deciding-parts'
import type {
  AnswerParts,
  DecisivePart,
  ExplainedDefinition,
  Open,
  SettlingValues,
  SourcePlace,
} from './explanation-result'
import type { ExplanationWords } from './explanation-words'
import type { KnownValues, Worth } from './known-values'
import { moreValuesSettle, partsUndecided } from './open-values'
import { allowedResult } from './proposal-result'
import { SettlingSearch } from './settling-search'

const OUTCOMES: ReadonlyMap<Outcomes, DecisivePart['outcome']> = new Map([
  [TRUE, 'TRUE'],
  [FALSE, 'FALSE'],
  [NONE, 'NO VALUE'],
])

export class AnswerExplainer {
  private readonly definitions: Definitions
  private readonly settling: SettlingSearch
  /** In the order of the assertions. */
  readonly open: Open[] = []

  constructor(
    private readonly program: Program,
    private readonly values: KnownValues,
    private readonly unbridged: UnbridgedInputs,
    private readonly words: ExplanationWords,
    private readonly source: string,
    private readonly lines: LineIndex,
    tools: AskTools,
  ) {
    this.definitions = new Definitions(program.ruleset)
    this.settling = new SettlingSearch(program, values.known, tools)
  }

  explain(index: number, check: Check): AnswerParts {
    const assertion = this.program.ruleset.assertions[index]!
    const isEvaluated = assertion.unbridged.length === 0 && !readsUnbridged(assertion, this.unbridged)
    const proved = outcomeOf(check, assertion.policy)
    if (isEvaluated && proved !== null) this.values.learn(assertion.expression, proved)
    const before = new Set(this.values.undecided.keys())
    const deciding = isEvaluated ? decidingParts(assertion.expression, this.values) : []
    const definitions = this.definitionsOf(index)
    const undecided = [...this.values.undecided].filter(([part]) => !before.has(part))
    this.open.push(...partsUndecided(assertion.name, new Map(undecided), (part) => this.textOf(part)))
    return {
      name: assertion.name,
      check,
      definitions,
      decisive: deciding.map((part) => this.decisive(part)),
      settledBy: check === 'UNKNOWN' && assertion.unbridged.length === 0 ? this.settledBy(index) : [],
    }
  }

  private textOf({ start, end }: Checked): string {
    return this.source.slice(start, end)
  }

  private definitionsOf(index: number): readonly ExplainedDefinition[] {
    const { ruleset } = this.program
    const values = this.definitions.values(this.program, this.values.known)
    return (this.definitions.byAssertion[index] ?? []).flatMap((at) => {
      const listed = values[at]
      if (listed === undefined) return []
      const { value: expression } = ruleset.lets[at]!
      const worth = this.values.worth(expression)
      const value = listed.value ?? inText(worth)
      return [{ ...listed, value, sentence: this.definition(ruleset.lets[at]!, worth) }]
    })
  }

  private definition({ name, value: expression }: CheckedLet, worth: Worth | null): string {
    if (this.values.holdsUnbridged(expression)) return this.words.unjoined(name)
    return this.words.definition(name, expression, worth, worth === NO_VALUE ? [] : this.reasons(expression))
  }

  /** The conditions of the taken branches; empty if one does not fit in a sentence. */
  private reasons(expression: Checked): readonly string[] {
    const reasons: string[] = []
    let node = expression
    while (node.kind === 'choice' || node.kind === 'convert' || node.kind === 'written') {
      if (node.kind === 'convert') {
        node = node.operand
        continue
      }
      if (node.kind === 'written') return [...reasons, ...this.exceptionsApplying(node)]
      const taken = this.values.outcome(node.condition)
      if (taken !== TRUE && taken !== FALSE) return reasons
      const reason = this.words.reason(node.condition, taken === TRUE)
      if (reason === null) return []
      reasons.push(reason)
      node = taken === TRUE ? node.then : node.otherwise
    }
    return reasons
  }

  /** Empty if that is not settled, or does not fit in a sentence. */
  private exceptionsApplying({ form }: Extract<Checked, { kind: 'written' }>): readonly string[] {
    if (form.kind !== 'exceptions') return []
    for (const group of exceptionGroups(form.exceptions).toReversed()) {
      const outcomes = group.map(({ condition }) => this.values.outcome(condition))
      const applying = group.filter((_, i) => outcomes[i] === TRUE)
      const reasons = applying.map(({ condition }) => this.words.reason(condition, true))
      if (reasons.length > 0)
        return reasons.every((reason) => reason !== null)
          ? reasons.map((reason) => `the exception applies that ${reason}`)
          : []
      if (outcomes.some((outcome) => outcome !== FALSE)) return []
    }
    return ['none of its exceptions applies']
  }

  private decisive({ expression, outcome: seen, definition, isException }: DecidingPart): DecisivePart {
    const isShown = !this.values.undecided.has(expression)
    return {
      source: this.textOf(expression),
      place: this.place(expression),
      outcome: OUTCOMES.get(seen) ?? 'OPEN',
      definition: definition === null ? null : this.program.ruleset.lets[definition]!.name,
      sentence: isException ? this.words.exception(expression, seen) : this.words.part(expression, seen, isShown),
      distance: this.distance(expression),
    }
  }

  private place({ start, end }: Checked): SourcePlace {
    const { lines } = this
    return {
      line: lines.line(start),
      column: lines.column(start),
      endLine: lines.line(end),
      endColumn: lines.column(end),
    }
  }

  private distance(expression: Checked): string | null {
    if (expression.kind !== 'compare' || expression.domain !== 'numeric') return null
    const left = this.values.evaluatedValue(expression.left)
    const right = this.values.evaluatedValue(expression.right)
    if (!(left instanceof Rational) || !(right instanceof Rational)) return null
    return this.words.distance(left, right, expression.left.type)
  }

  private settledBy(index: number): readonly SettlingValues[] {
    const { ruleset } = this.program
    const { reads } = ruleset.assertions[index]!
    return reads.flatMap((at) => {
      const input = ruleset.inputs[at]!
      if (input.kind !== 'claim' || input.form?.kind === 'length') return []
      if (this.values.known[at] !== null || reads.some((other) => this.prevents(other, at))) return []
      return [TRUE, FALSE].flatMap((outcome): SettlingValues[] => {
        const { allowed, missing } = this.settling.values(index, at, outcome)
        if (missing !== null)
          this.open.push(
            moreValuesSettle(this.words.claims([at]), ruleset.assertions[index]!.name, outcome === TRUE, missing),
          )
        return allowed === null ? [] : [this.settles(at, outcome, allowed)]
      })
    })
  }

  private settles(at: number, outcome: Outcomes, allowed: Allowed): SettlingValues {
    const input = this.program.ruleset.inputs[at]!
    return {
      claim: input.name,
      outcome: outcome === TRUE ? 'TRUE' : 'FALSE',
      allowed: allowedResult(input, allowed),
      sentence: this.words.settled(at, allowed, outcome === TRUE),
    }
  }

  /** A submitted unit that does not fit keeps the answer UNKNOWN. */
  private prevents(input: number, at: number): boolean {
    return input !== at && this.unbridged.has(input)
  }
}

/** The outcome of all completions, if the answer implies one. */
function outcomeOf(check: Check, policy: Policy): Outcomes | null {
  if (check === 'TRUE' && policy !== 'optimistic') return TRUE
  return check === 'FALSE' && policy !== 'pessimistic' ? FALSE : null
}

function inText(worth: Worth | null): string | null {
  if (worth instanceof Rational) return printNumeral(worth)
  return typeof worth === 'string' || typeof worth === 'boolean' ? String(worth) : null
}
