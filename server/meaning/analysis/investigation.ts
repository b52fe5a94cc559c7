import { Meter, StepsExceededError } from '../../engine/core/meter'
import { type Completion, TRUE } from '../../engine/core/value'
import { compileProgram, type Program } from '../../engine/evaluate/program'
import type { Fix } from '../../language/messages/diagnostic'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import type { Span } from '../../language/text/line-index'
import type { Answer } from '../answer'
import { type Condition, conditionOf, type Space } from '../condition'
import type { AskTools } from '../find-witness'
import { OpenQuestions } from '../open-questions'
import { Dependents } from '../parts/dependents'
import type { Owner } from '../parts/part'
import { SourceText, type WrittenRuleset } from '../parts/source-text'
import { askCondition } from '../questions'
import { WitnessWriter, type WrittenWitness } from '../written-witness'
import type { Finding, FindingKind } from './analysis-result'
import { askQuickly } from './ask-quickly'

/** `quick` runs while an author types, and lists nothing as open. */
export type AnalysisForm = 'quick' | 'full'

/** Null wherever the work can pause or end. */
export type Steps<Result = void> = Generator<Finding | null, Result, void>

/** A condition that is TRUE in no case. */
export interface Proof {
  /** One sentence. */
  readonly title: string
  readonly space: Space
  readonly condition: Condition
  readonly answer: Extract<Answer, { status: 'proved' }>
}

interface Subject {
  readonly assertions: readonly number[]
  readonly claims?: readonly number[]
  readonly definitions?: readonly number[]
  readonly at: Span | null
  readonly witness?: WrittenWitness
  readonly fix?: Fix | null
  readonly implication?: { readonly implied: number; readonly by: readonly number[] }
  /** Only what kind and assertions do not already state. */
  readonly proofs?: readonly Proof[]
}

/** For one assertion. */
const MAX_STEPS = 200_000

export class Investigation {
  readonly ruleset: CheckedRuleset
  readonly text: SourceText
  readonly open = new OpenQuestions()
  /** Collected from all findings so far. */
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

  /** Does not list the question as open. */
  quietly(space: Space, condition: Condition): Answer {
    return this.form === 'full' ? askCondition(space, condition, this.tools) : askQuickly(space, condition, this.tools)
  }

  /**
   * @param assertions that the question is about
   * @param question "whether …"
   */
  ask(space: Space, condition: Condition, assertions: readonly number[], question: () => string): Answer {
    const answer = this.quietly(space, condition)
    return this.form === 'full' ? this.open.note(answer, this.names(assertions), question) : answer
  }

  get isQuick(): boolean {
    return this.form === 'quick'
  }

  leaveOpen(assertions: readonly number[], question: string): void {
    if (this.form === 'full') this.open.add('questions', this.names(assertions), question)
  }

  /** Also false if the evaluation takes too long. */
  holdsAt(assertion: number, values: Completion): boolean {
    this.program ??= compileProgram(this.ruleset)
    try {
      return this.program.evaluate(assertion, values, new Meter(MAX_STEPS)) === TRUE
    } catch (error) {
      if (error instanceof StepsExceededError) return false
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

  /** "“limit”" or "the definition “cap”". */
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

/**
 * Groups without a common claim never contradict or imply each other if each assertion can be TRUE. Ascending within a
 * group.
 */
export function groupsSharingInputs(
  { assertions }: Pick<CheckedRuleset, 'assertions'>,
  among: readonly number[],
): readonly (readonly number[])[] {
  const groupOf = new Map<number, number>()
  const groups: number[][] = []
  for (const index of among) {
    const met = new Set(assertions[index]!.reads.flatMap((input) => groupOf.get(input) ?? []))
    const [target, ...others] = [...met].sort((a, b) => a - b)
    const group = target ?? groups.push([]) - 1
    for (const other of others) groups[group]!.push(...groups[other]!.splice(0))
    groups[group]!.push(index)
    for (const member of groups[group]!) for (const input of assertions[member]!.reads) groupOf.set(input, group)
  }
  return groups.filter((group) => group.length > 0).map((group) => group.sort((a, b) => a - b))
}

export function shareInputs({ assertions }: Pick<CheckedRuleset, 'assertions'>, one: number, other: number): boolean {
  const reads = new Set(assertions[one]!.reads)
  return assertions[other]!.reads.some((input) => reads.has(input))
}
