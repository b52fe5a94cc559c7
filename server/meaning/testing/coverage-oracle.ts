/**
 * Checks everything that the measurement says about a small ruleset against all completions, by the reference meaning
 * of the language.
 */
import { createBinder } from '../../engine/claims/binder'
import { DEFAULT_BIND_LIMITS } from '../../engine/claims/reading'
import { Meter } from '../../engine/core/meter'
import { type Known, NONE, TRUE, type Value } from '../../engine/core/value'
import type { Random } from '../../engine/testing/random-rules'
import type { Input } from '../../language/semantics/checked-input'
import type { Checked, CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { builtInLibrary } from '../../language/units/unit-library'
import type { ClaimDictionary } from '../claim-dictionary'
import type { CompleteAnswer } from '../comparison/answers'
import { ALWAYS, type Condition, compareNumbers, NEVER } from '../condition'
import { type Change, changesOf } from '../coverage/changes'
import type { Answers, CoverageResult, OfferedCase } from '../coverage/coverage-result'
import type { CoverageCase } from '../coverage/measure-coverage'
import { partsOf } from '../parts/part'
import { CellOutcomes, Completions } from './cell-outcomes'
import { withChange, withNode } from './changed-ruleset'
import { axesOf, ReferenceAssertion } from './completions'
import { type Axis, dictionaryCells, OutcomeTable } from './outcome-table'
import { type PointsOf, pickItem } from './small-rules'

const LIBRARY = builtInLibrary()

/** One assertion of the unchanged ruleset. */
interface Subject {
  readonly name: string
  readonly index: number
  readonly names: readonly string[]
  readonly axes: readonly Axis[]
  readonly completions: Completions
  readonly evaluated: ReferenceAssertion
  readonly outcomes: CellOutcomes
  readonly table: () => OutcomeTable
}

/** A change, and each assertion after it. */
interface Changed {
  readonly change: Change
  readonly isVisible: boolean
  readonly after: readonly CellOutcomes[]
}

export class CoverageOracle {
  readonly problems: string[] = []
  readonly changes: readonly Changed[]
  private readonly subjects: readonly Subject[]
  private readonly binder: ReturnType<typeof createBinder>

  constructor(
    private readonly source: string,
    private readonly ruleset: CheckedRuleset,
    private readonly points: PointsOf,
  ) {
    this.binder = createBinder(ruleset, LIBRARY, DEFAULT_BIND_LIMITS)
    this.subjects = ruleset.assertions.map((_, index) => this.subject(index))
    this.changes = changesOf({ source, ruleset }).map((change) => this.changed(change))
  }

  /** A dictionary that a caller can send. */
  randomClaims(random: Random): ClaimDictionary {
    const claims: Record<string, boolean | string | null> = {}
    for (const input of this.ruleset.inputs)
      if (input.kind === 'claim') claims[input.name] = random() < 0.2 ? null : randomValue(random, input)
    return claims
  }

  caseOf(name: string, claims: ClaimDictionary, expected: Answers): CoverageCase {
    const facts = this.binder.bind(claims, new Meter(1_000_000))
    if (!facts.ok) throw new Error(`rejected: ${JSON.stringify(facts)}`)
    return { name, facts, expected }
  }

  private readonly answers = new WeakMap<ClaimDictionary, Answers>()

  answersTo(claims: ClaimDictionary): Answers {
    const before = this.answers.get(claims)
    if (before !== undefined) return before
    const answers = Object.fromEntries(
      this.subjects.map((subject) => [subject.name, subject.outcomes.answerTo(this.known(claims, subject))]),
    )
    this.answers.set(claims, answers)
    return answers
  }

  /** @param cases with claims as they were sent */
  checkScore(
    result: CoverageResult,
    cases: readonly { readonly claims: ClaimDictionary; readonly expected: Answers }[],
  ): void {
    const { score, survivors, open } = result
    const visible = this.changes.filter(({ isVisible }) => isVisible)
    const noticed = visible.filter((changed) =>
      cases.some(({ claims, expected }) => this.isNoticed(changed, claims, expected)),
    )
    const rest = visible.filter((changed) => !noticed.includes(changed)).map(({ change }) => change.change)
    if (score.changes !== score.noticed + score.equal + score.undecided + survivors.length)
      this.problems.push('the score does not add up')
    if (score.changes !== this.changes.length) this.problems.push('the changes are others')
    if (score.undecided > 0 && open.length === 0) this.problems.push('a change is undecided and nothing is open')
    if (score.noticed !== noticed.length) this.problems.push(`${noticed.length} are noticed, not ${score.noticed}`)
    const listed = survivors.map(({ change }) => change)
    if (score.undecided === 0 && listed.join('; ') !== rest.join('; '))
      this.problems.push(`survivors: ${listed.join('; ')}; not ${rest.join('; ')}`)
    for (const { change, assertion, detectedBy, computed } of survivors) {
      this.checkComputed(detectedBy.claims, computed)
      const { index } = this.subjects.find(({ name }) => name === assertion)!
      const isShown = this.changes.some(
        (changed) => changed.change.change === change && this.isDifferent(changed, index, detectedBy.claims),
      )
      if (!isShown) this.problems.push(`“${detectedBy.sentence}” does not show that ${change}`)
    }
  }

  /** The set must notice every visible change without a spare case. */
  checkSmallestSet({ smallestSet, score }: CoverageResult): void {
    const noticing = smallestSet.map(({ claims, computed }) => {
      this.checkComputed(claims, computed)
      return new Set(this.changes.filter((changed) => this.isNoticed(changed, claims, computed)))
    })
    const all = new Set(noticing.flatMap((set) => [...set]))
    const visible = this.changes.filter(({ isVisible }) => isVisible)
    if (score.undecided === 0 && all.size !== visible.length)
      this.problems.push(`the smallest set notices ${all.size} of ${visible.length} changes`)
    noticing.forEach((set, left) => {
      const isSpare = [...set].every((each) => noticing.some((other, index) => index !== left && other.has(each)))
      if (isSpare) this.problems.push('a case of the smallest set is spare')
    })
  }

  /** Offered cases must be true, and every threshold, claim and division by zero must have one. */
  checkBoundaries({ boundaryCases, open }: CoverageResult): void {
    for (const offered of boundaryCases) {
      this.checkComputed(offered.witness.claims, offered.computed)
      if (!this.isAsItSays(offered)) this.problems.push(`this is false: ${offered.why}`)
    }
    if (open.length > 0) return
    for (const subject of this.subjects)
      this.checkReached(
        subject,
        boundaryCases.map(({ witness }) => witness.claims),
      )
  }

  private subject(index: number): Subject {
    const { name, reads } = this.ruleset.assertions[index]!
    const names = reads.map((input) => this.ruleset.inputs[input]!.name)
    const axes = axesOf([this.ruleset], names, this.points)
    const completions = new Completions(axes)
    const evaluated = new ReferenceAssertion(this.ruleset, index, names)
    const outcomes = new CellOutcomes(evaluated, completions, this.ruleset)
    let table: OutcomeTable | null = null
    return {
      name,
      index,
      names,
      axes,
      completions,
      evaluated,
      outcomes,
      table: () => {
        table ??= tableOf(axes, outcomes)
        return table
      },
    }
  }

  private changed(change: Change): Changed {
    const ruleset = withChange(this.ruleset, change)
    const after = this.subjects.map((subject) => {
      const { index, names, completions, outcomes } = subject
      if (isSameAssertion(this.ruleset, ruleset, index)) return outcomes
      return new CellOutcomes(new ReferenceAssertion(ruleset, index, names), completions, ruleset)
    })
    const isVisible = this.subjects.some((subject) => isSeenByAny(subject, after[subject.index]!))
    return { change, isVisible, after }
  }

  private readonly bound = new WeakMap<ClaimDictionary, Known>()

  private known(claims: ClaimDictionary, { names }: Subject): Known {
    const known = this.bound.get(claims) ?? this.caseOf('', claims, {}).facts.known
    this.bound.set(claims, known)
    return names.map((name) => known[this.ruleset.inputs.findIndex((input) => input.name === name)] ?? null)
  }

  /** Cached for the score, the smallest set and its spare cases. */
  private readonly different = new WeakMap<ClaimDictionary, Map<CellOutcomes, boolean>>()

  private isDifferent({ after: all }: Changed, index: number, claims: ClaimDictionary): boolean {
    const subject = this.subjects[index]!
    const byAssertion = this.different.get(claims) ?? new Map<CellOutcomes, boolean>()
    this.different.set(claims, byAssertion)
    const after = all[index]!
    if (after === subject.outcomes) return false
    const known = byAssertion.get(after)
    if (known !== undefined) return known
    const answer = after.answerTo(this.known(claims, subject))
    const isDifferent = answer !== this.answersTo(claims)[subject.name]
    byAssertion.set(after, isDifferent)
    return isDifferent
  }

  private isNoticed(changed: Changed, claims: ClaimDictionary, expected: Answers): boolean {
    const answers = this.answersTo(claims)
    return this.subjects.some(
      ({ name, index }) => expected[name] === answers[name] && this.isDifferent(changed, index, claims),
    )
  }

  private checkComputed(claims: ClaimDictionary, computed: Answers): void {
    const answers: Readonly<Record<string, CompleteAnswer>> = this.answersTo(claims) as Readonly<
      Record<string, CompleteAnswer>
    >
    const isRight = this.subjects.every(({ name }) => answers[name] === computed[name])
    if (!isRight) this.problems.push(`${JSON.stringify(claims)} is answered ${JSON.stringify(answers)}`)
  }

  /** Values of the claims that the assertion reads, with every value of its locals. */
  private completions(claims: ClaimDictionary, subject: Subject): readonly (readonly Value[])[] {
    const known = this.known(claims, subject)
    const choices = known.map((value, place) => (value === null ? subject.axes[place]!.values : [value]))
    return choices.reduce<readonly (readonly Value[])[]>(
      (all, values) => all.flatMap((before) => values.map((value) => [...before, value])),
      [[]],
    )
  }

  private isAsItSays({ why, assertion, witness }: OfferedCase): boolean {
    const subject = this.subjects.find(({ name }) => name === assertion)!
    const completions = this.completions(witness.claims, subject)
    if (why === 'something is divided by zero')
      return completions.some((values) => subject.outcomes.outcome(values) === NONE)
    const alone = /^(\w+) decides alone: it is (.*)$/.exec(why)
    if (alone !== null) {
      const wanted = alone[2] === 'yes' ? true : alone[2] === 'no' ? false : alone[2]!.slice(1, -1)
      const place = subject.names.indexOf(alone[1]!)
      return completions.some((values) => values[place] === wanted && this.decides(subject, values, place))
    }
    return this.thresholds().some(({ node, text }) => {
      const says = thresholdCases(node, text).find(([saying]) => saying === why)
      return says !== undefined && completions.some((values) => this.isAt(subject, node, says[1], values))
    })
  }

  private decides({ outcomes, axes }: Subject, values: readonly Value[], place: number): boolean {
    const outcome = outcomes.outcome(values)
    return axes[place]!.values.some((other) => outcomes.outcome(values.with(place, other)) !== outcome)
  }

  private thresholds(): readonly { readonly node: Comparison; readonly text: string }[] {
    return partsOf(this.ruleset).flatMap(({ node }) =>
      node.kind === 'compare' && node.domain === 'numeric'
        ? [{ node, text: this.source.slice(node.start, node.end) }]
        : [],
    )
  }

  /** Whether the condition is TRUE and the comparison decides the assertion. */
  private isAt(subject: Subject, node: Comparison, condition: Condition, values: readonly Value[]): boolean {
    const { index, names } = subject
    const [one, other] = this.settledBoth(subject, node).map((evaluated) => evaluated.outcome(values))
    // A comparison of another assertion decides nothing here, and may read other claims.
    if (one === other) return false
    const { assertions } = this.ruleset
    const asCondition = { ...this.ruleset, assertions: [{ ...assertions[index]!, expression: condition }] }
    return new ReferenceAssertion(asCondition, 0, names).outcome(values) === TRUE
  }

  private readonly settled = new Map<Checked, Map<Subject, readonly CellOutcomes[]>>()

  /** The assertion with the comparison True, and with it False. */
  private settledBoth(subject: Subject, node: Comparison): readonly CellOutcomes[] {
    const { index, names, completions } = subject
    const byNode = this.settled.get(node) ?? new Map<Subject, readonly CellOutcomes[]>()
    this.settled.set(node, byNode)
    const both =
      byNode.get(subject) ??
      [ALWAYS, NEVER].map((value) => {
        const settled = withNode(this.ruleset, node, value)
        return new CellOutcomes(new ReferenceAssertion(settled, index, names), completions, settled)
      })
    byNode.set(subject, both)
    return both
  }

  /** @param cases offered dictionaries */
  private checkReached(subject: Subject, cases: readonly ClaimDictionary[]): void {
    const { axes, names, outcomes } = subject
    const reached = [...dictionaryCells(axes, false)].flatMap((cell) => {
      const open = axes.findIndex(({ stated }, place) => stated.length === 0 && place >= 0)
      if (open < 0) return [valuesAt(axes, cell)]
      return axes[open]!.values.map((value) => valuesAt(axes, cell).with(open, value))
    })
    const offered = cases.flatMap((claims) => this.completions(claims, subject))
    const demand = (what: string, isSo: (values: readonly Value[]) => boolean) => {
      if (reached.some(isSo) && !offered.some(isSo)) this.problems.push(`no case of ${subject.name} for ${what}`)
    }
    demand('no value', (values) => outcomes.outcome(values) === NONE)
    names.forEach((name, place) => {
      if (axes[place]!.stated.length === 0 || name === 'x' || name === 'y') return
      for (const value of axes[place]!.values)
        demand(
          `${name} is ${String(value)}`,
          (values) => values[place] === value && this.decides(subject, values, place),
        )
    })
    for (const { node, text } of this.thresholds())
      demand(`the sides of ${text}`, (values) =>
        this.isAt(subject, node, compareNumbers('==', node.left, node.right), values),
      )
  }
}

/** A value inside every range of `randomDeclared`. */
function randomValue(random: Random, { name, type, declaredUnit }: Input): boolean | string {
  if (type.kind === 'boolean') return random() < 0.5
  if (type.kind === 'enum') return pickItem(random, type.vocabulary)
  const number = Math.floor(random() * 3)
  if (name === 'y') return `${number}`
  return declaredUnit?.text === 'g' ? `${(number + 1) * 1000} g` : `${number + 1} kg`
}

type Comparison = Extract<Checked, { kind: 'compare' }>

/** The texts of cases at a comparison, each with its condition. */
function thresholdCases(node: Comparison, text: string): readonly (readonly [string, Condition])[] {
  return [
    [`the sides of “${text}” are equal`, compareNumbers('==', node.left, node.right)],
    [`the left side of “${text}” is one step above its right side`, compareNumbers('>', node.left, node.right)],
    [`the left side of “${text}” is one step below its right side`, compareNumbers('<', node.left, node.right)],
    [`“${text}” holds`, node],
    [`“${text}” does not hold`, compareNumbers('==', node.left, node.left)],
  ]
}

function valuesAt(axes: readonly Axis[], cell: readonly number[]): readonly Value[] {
  return cell.map((at, axis) => axes[axis]!.values[at]!)
}

/** Whether the trees, definitions and policy are the same. */
function isSameAssertion(before: CheckedRuleset, after: CheckedRuleset, index: number): boolean {
  const [was, now] = [before.assertions[index]!, after.assertions[index]!]
  return before.lets === after.lets && was.expression === now.expression && was.policy === now.policy
}

/** Whether the two answer any dictionary differently, also one with unknown claims. */
function isSeenByAny({ axes, completions, evaluated, outcomes, table }: Subject, after: CellOutcomes): boolean {
  if (after === outcomes) return false
  const hasLocals = axes.some(({ stated }) => stated.length === 0)
  let isSame = true
  for (const [number, isStated] of completions.isStated.entries()) {
    if (after.at(number) === outcomes.at(number)) continue
    isSame = false
    if (!hasLocals && isStated) return true
  }
  if (isSame && after.assertion.policy === evaluated.policy) return false
  const [one, other] = [table(), isSame ? table() : tableOf(axes, after)]
  for (const cell of dictionaryCells(axes, true))
    if (evaluated.answer(one.outcomes(cell)) !== after.assertion.answer(other.outcomes(cell))) return true
  return false
}

function tableOf(axes: readonly Axis[], outcomes: CellOutcomes): OutcomeTable {
  let next = 0
  return new OutcomeTable(axes, () => outcomes.at(next++))
}
