/**
 * What every part of one analysis needs: the ruleset, its text, the tools to ask with, and what stayed open.
 */

import { compileProgram, type Program } from '../../engine/evaluate/program'
import { Meter, StepsExceeded } from '../../engine/meter'
import { type Completion, TRUE } from '../../engine/value'
import type { Fix } from '../../language/messages/diagnostic'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { Span } from '../../language/syntax/syntax'
import type { Answer } from '../answer'
import { type Condition, conditionOf, type Space } from '../condition'
import type { AskTools } from '../find-witness'
import { OpenQuestions } from '../open-questions'
import { Dependents } from '../parts/dependents'
import type { Owner } from '../parts/part'
import { SourceText, type WrittenRuleset } from '../parts/source-text'
import { ask } from '../questions'
import { WitnessWriter, type WrittenWitness } from '../written-witness'
import type { Finding, FindingKind } from './analysis-result'
import { askQuickly } from './ask-quickly'

/** `quick`: what the page can ask while an author types. Nothing is listed as open, and there are no examples. */
export type AnalysisForm = 'quick' | 'full'

/** Yields each finding as it is made, and null wherever the work can pause or end. */
export type Steps<Result = void> = Generator<Finding | null, Result, void>

/** A condition that is TRUE in no case, which is what a finding rests on. */
export interface Proof {
  /** One sentence: what is proved. */
  readonly title: string
  readonly space: Space
  readonly condition: Condition
  readonly answer: Extract<Answer, { status: 'proved' }>
}

/** What a finding is about; names are indices of the ruleset. */
interface Subject {
  readonly assertions: readonly number[]
  readonly claims?: readonly number[]
  readonly definitions?: readonly number[]
  readonly at: Span | null
  readonly witness?: WrittenWitness
  readonly fix?: Fix | null
  /** Of `implied_by_others`. */
  readonly implication?: { readonly implied: number; readonly by: readonly number[] }
  /** Where the kind of the finding and its assertions do not say it already. */
  readonly proofs?: readonly Proof[]
}

/** Evaluation steps of one assertion under known values; it costs some tens. */
const MAX_STEPS = 200_000

export class Investigation {
  readonly ruleset: CheckedRuleset
  readonly text: SourceText
  readonly open = new OpenQuestions()
  /** Of the findings so far. */
  readonly proofs: Proof[] = []
  readonly dependents: Dependents
  readonly writer: WitnessWriter
  private program: Program | null = null
  /** By assertion. */
  readonly conditions: readonly Condition[]

  constructor(
    { source, ruleset }: WrittenRuleset,
    private readonly tools: AskTools,
    private readonly form: AnalysisForm,
  ) {
    this.ruleset = ruleset
    this.text = new SourceText(source)
    this.dependents = new Dependents(ruleset)
    this.writer = new WitnessWriter(ruleset)
    this.conditions = ruleset.assertions.map(conditionOf)
  }

  /** An answer to a part of a question that {@link ask} lists as a whole where it stays open. */
  quietly(space: Space, condition: Condition): Answer {
    return this.form === 'full' ? ask(space, condition, this.tools) : askQuickly(space, condition, this.tools)
  }

  /**
   * @param assertions which the question is about, for the list of what stayed open
   * @param question "whether …"
   */
  ask(space: Space, condition: Condition, assertions: readonly number[], question: () => string): Answer {
    const answer = this.quietly(space, condition)
    return this.form === 'full' ? this.open.note(answer, this.names(assertions), question) : answer
  }

  get isQuick(): boolean {
    return this.form === 'quick'
  }

  /** Lists a question that a limit of the search left, if this form lists any. */
  leaveOpen(assertions: readonly number[], question: string): void {
    if (this.form === 'full') this.open.add('questions', this.names(assertions), question)
  }

  /** Whether the assertion is TRUE under values for all inputs; false also if finding out takes too long. */
  holdsAt(assertion: number, values: Completion): boolean {
    this.program ??= compileProgram(this.ruleset)
    try {
      return this.program.evaluate(assertion, values, new Meter(MAX_STEPS)) === TRUE
    } catch (error) {
      if (error instanceof StepsExceeded) return false
      throw error
    }
  }

  name(assertion: number): string {
    return this.ruleset.assertions[assertion]!.name
  }

  names(assertions: readonly number[]): readonly string[] {
    return assertions.map((assertion) => this.name(assertion))
  }

  called(assertion: number): string {
    return `“${this.name(assertion)}”`
  }

  /** "“limit”" or "the definition “cap”": where a part stands. */
  ownerInWords({ kind, index }: Owner): string {
    return kind === 'assertion' ? this.called(index) : `the definition “${this.ruleset.lets[index]!.name}”`
  }

  finding(kind: FindingKind, severity: Finding['severity'], sentence: string, subject: Subject): Finding {
    const {
      assertions,
      claims = [],
      definitions = [],
      at,
      witness = null,
      fix = null,
      implication = null,
      proofs = [],
    } = subject
    this.proofs.push(...proofs)
    return {
      kind,
      severity,
      sentence,
      assertions: this.names(assertions),
      claims: claims.map((claim) => this.ruleset.inputs[claim]!.name),
      definitions: definitions.map((definition) => this.ruleset.lets[definition]!.name),
      place: at === null ? null : this.text.place(at),
      implication: implication && {
        implied: this.name(implication.implied),
        by: this.names(implication.by),
      },
      witness,
      fix,
    }
  }
}
