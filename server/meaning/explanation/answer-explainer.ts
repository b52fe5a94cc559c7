/**
 * What one answer rests on: the definitions that it read, the parts that decided, the values that would settle it.
 */
import { type Check, readsUnbridged, type UnbridgedInputs } from '../../engine/decide/assertion-result'
import { Definitions } from '../../engine/definitions'
import { isDefinite } from '../../engine/evaluate/kleene'
import type { Program } from '../../engine/evaluate/program'
import { NO_VALUE } from '../../engine/evaluate/quantity'
import { Meter } from '../../engine/meter'
import { FALSE, NONE, type Outcomes, TRUE } from '../../engine/value'
import { Rational } from '../../language/numeric/rational'
import type { Checked, CheckedLet } from '../../language/semantics/checked-ruleset'
import type { LineIndex } from '../../language/syntax/line-index'
import { conditionOf } from '../condition'
import { type AskTools, findWitness } from '../find-witness'
import { intersection, outcomesAlong } from '../outcomes-along'
import { type Allowed, submittableNumbers } from './allowed-values'
import { decidingParts } from './deciding-parts'
import type { AnswerParts, DecisivePart, ExplainedDefinition, SettlingValues, SourcePlace } from './explanation-result'
import type { ExplanationWords } from './explanation-words'
import type { KnownValues } from './known-values'
import { allowedResult } from './proposal-result'

const OUTCOMES: ReadonlyMap<Outcomes, DecisivePart['outcome']> = new Map([
  [TRUE, 'TRUE'],
  [FALSE, 'FALSE'],
  [NONE, 'NO VALUE'],
])

/**
 * Evaluation steps for finding out what parts that one evaluation leaves open can be. They are counted apart, so that
 * answers are explained whatever they cost.
 */
const MAX_PART_STEPS = 1_000_000

export class AnswerExplainer {
  private readonly definitions: Definitions
  private readonly partsMeter = new Meter(MAX_PART_STEPS)

  constructor(
    private readonly program: Program,
    private readonly values: KnownValues,
    private readonly unbridged: UnbridgedInputs,
    private readonly words: ExplanationWords,
    private readonly source: string,
    private readonly lines: LineIndex,
    private readonly tools: AskTools,
  ) {
    this.definitions = new Definitions(program.ruleset)
  }

  explain(index: number, check: Check): AnswerParts {
    const assertion = this.program.ruleset.assertions[index]!
    const isEvaluated = assertion.unbridged.length === 0 && !readsUnbridged(assertion, this.unbridged)
    const deciding = isEvaluated ? decidingParts(assertion.expression, this.values) : []
    return {
      name: assertion.name,
      check,
      definitions: this.definitionsOf(index),
      decisive: deciding.map(({ expression, outcome, definition }) => this.decisive(expression, outcome, definition)),
      settledBy: check === 'UNKNOWN' && assertion.unbridged.length === 0 ? this.settledBy(index) : [],
    }
  }

  private definitionsOf(index: number): readonly ExplainedDefinition[] {
    const { ruleset } = this.program
    const values = this.definitions.values(this.program, this.values.known)
    return (this.definitions.byAssertion[index] ?? []).flatMap((at) => {
      const listed = values[at]
      if (listed === undefined) return []
      return [{ ...listed, sentence: this.definition(ruleset.lets[at]!) }]
    })
  }

  private definition({ name, value: expression }: CheckedLet): string {
    if (this.values.holdsUnbridged(expression)) return this.words.unjoined(name)
    const worth = this.values.worth(expression)
    return this.words.definition(name, expression.type, worth, worth === NO_VALUE ? [] : this.reasons(expression))
  }

  /** The conditions on which the taken branches of a definition rest; none where one does not fit in a sentence. */
  private reasons(expression: Checked): readonly string[] {
    const reasons: string[] = []
    let node = expression
    while (node.kind === 'choice') {
      const taken = this.values.outcome(node.condition)
      if (taken !== TRUE && taken !== FALSE) return reasons
      const reason = this.words.reason(node.condition, taken === TRUE)
      if (reason === null) return []
      reasons.push(reason)
      node = taken === TRUE ? node.then : node.otherwise
    }
    return reasons
  }

  private decisive(expression: Checked, seen: Outcomes, definition: number | null): DecisivePart {
    const { outcome, isShown } = this.possible(expression, seen)
    return {
      source: this.source.slice(expression.start, expression.end),
      place: this.place(expression),
      outcome: OUTCOMES.get(outcome) ?? 'OPEN',
      definition: definition === null ? null : this.program.ruleset.lets[definition]!.name,
      sentence: this.words.part(expression, outcome, isShown),
      distance: this.distance(expression),
    }
  }

  /** Those of the outcomes that one evaluation leaves possible which some case has, as far as no solver is needed. */
  private possible(expression: Checked, seen: Outcomes): { readonly outcome: Outcomes; readonly isShown: boolean } {
    if (isDefinite(seen)) return { outcome: seen, isShown: true }
    const tools: AskTools = { ...this.tools, solver: null, mode: 'tiers', meter: this.partsMeter }
    let [outcome, shown] = [seen, 0]
    for (const one of [TRUE, FALSE, NONE].filter((each) => (seen & each) !== 0)) {
      const { status } = findWitness(this.program.ruleset, expression, one, tools, this.values.known)
      if (status === 'none') outcome &= ~one
      if (status === 'found' && ++shown === 2) break
    }
    return { outcome, isShown: shown === 2 }
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
    const left = this.values.value(expression.left)
    const right = this.values.value(expression.right)
    if (!(left instanceof Rational) || !(right instanceof Rational)) return null
    return this.words.distance(left, right, expression.left.type)
  }

  private settledBy(index: number): readonly SettlingValues[] {
    const { ruleset } = this.program
    const { reads } = ruleset.assertions[index]!
    return reads.flatMap((at) => {
      const input = ruleset.inputs[at]!
      if (this.values.known[at] !== null || input.kind !== 'claim' || reads.some((other) => this.prevents(other, at)))
        return []
      return [TRUE, FALSE].flatMap((outcome): SettlingValues[] => {
        const allowed = this.settling(index, at, outcome)
        if (allowed === null) return []
        const sentence = this.words.settled(at, allowed, outcome === TRUE)
        return [
          {
            claim: input.name,
            outcome: outcome === TRUE ? 'TRUE' : 'FALSE',
            allowed: allowedResult(input, allowed),
            sentence,
          },
        ]
      })
    })
  }

  /** Whether an input leaves the answer UNKNOWN whatever the value of `at` is: its submitted unit does not fit. */
  private prevents(input: number, at: number): boolean {
    return input !== at && this.unbridged.has(input)
  }

  /** Values of one unknown input under which the assertion has this outcome in every completion; null where none. */
  private settling(index: number, at: number, outcome: Outcomes): Allowed | null {
    const { ruleset } = this.program
    const { type } = ruleset.inputs[at]!
    const condition = conditionOf(ruleset.assertions[index]!)
    const { known } = this.values
    if (type.kind === 'numeric') {
      const pieces = outcomesAlong(ruleset, condition, known, at, this.tools.meter)
      if (pieces === null || !pieces.every((piece) => isDefinite(piece.outcome))) return null
      const intervals = pieces.flatMap((piece) => {
        const submittable =
          piece.outcome === outcome ? intersection(piece, submittableNumbers(ruleset.inputs[at]!)) : null
        return submittable ?? []
      })
      return intervals.length === 0 ? null : { kind: 'numbers', intervals }
    }
    const others = (TRUE | FALSE | NONE) & ~outcome
    const members = (type.kind === 'boolean' ? [true, false] : type.vocabulary).filter((member) => {
      const supposed = known.map((value, input) => (input === at ? member : value))
      return findWitness(ruleset, condition, others, this.tools, supposed).status === 'none'
    })
    return members.length === 0 ? null : { kind: 'members', members }
  }
}
