/**
 * Cases from which a reader who does not see the answers shows whether they understand the rules as the ruleset does.
 * Each lies at a threshold, or at a claim that decides alone, and its neighbour on the other side is chosen too if there
 * is room. The same text gives the same cases.
 */
import { Meter } from '../../engine/core/meter'
import type { Known, Outcomes } from '../../engine/core/value'
import { compileProgram, type Program } from '../../engine/evaluate/program'
import { questionOf } from '../../engine/explain/claim-facts'
import type { Names } from '../../engine/explain/english/names'
import { worthsInWords } from '../../engine/explain/english/values'
import type { CheckedRuleset } from '../../language/semantics/checked-ruleset'
import { type ClaimDictionary, claimDictionary } from '../claim-dictionary'
import type { AskTools } from '../find-witness'
import { OpenQuestions } from '../open-questions'
import type { WrittenRuleset } from '../parts/source-text'
import { Boundaries, type BoundaryCase, type Side } from './boundary-cases'

export interface BlindScenario {
  readonly assertion: number
  /** As POST /v1/check accepts it; null for claims that the assertion does not read. */
  readonly claims: ClaimDictionary
  /** Inputs that the assertion reads, with what must be there for them to be asked; ascending. */
  readonly reads: readonly number[]
  /** Null for inputs that the assertion does not read. */
  readonly known: Known
  /** For tests. Nobody is told, because it would give the answer away. */
  readonly boundary: BoundaryCase
}

/** A long ruleset is not searched further once there are enough. */
const MAX_SEARCHED_ASSERTIONS = 40
/** A case that is hard to find is not worth the wait; there are others. */
export const SCENARIO_SOLVER_STEPS = 20_000
/** Steps of one evaluation, with every claim known. */
const MAX_STEPS = 200_000

/** @param most scenarios at most */
export function chooseScenarios(written: WrittenRuleset, tools: AskTools, most: number): readonly BlindScenario[] {
  const { ruleset } = written
  const { budget } = tools
  const limited = { ...budget, solver_steps: Math.min(budget.solver_steps, SCENARIO_SOLVER_STEPS) }
  const boundaries = new Boundaries(written, { ...tools, budget: limited }, new OpenQuestions())
  const program = compileProgram(ruleset)
  const sources = ruleset.assertions.flatMap(({ unbridged }, index) =>
    unbridged.length > 0 ? [] : [new SidesOfAssertion(boundaries.of(index), program, index)],
  )
  const [ordered, others] = [
    sources.filter(({ assertion }) => boundaries.hasThreshold(assertion)),
    sources.filter(({ assertion }) => !boundaries.hasThreshold(assertion)),
  ]
  const chosen = new ChosenCases(ruleset, most)
  chosen.takeRound(firstSides(ordered, most))
  chosen.takeRound(firstSides(others, most - chosen.count))
  for (let round = 0; !chosen.isFull && round < most; round++) {
    const sides = [...ordered, ...others].slice(0, MAX_SEARCHED_ASSERTIONS).flatMap((source) => source.next() ?? [])
    if (sides.length === 0) break
    chosen.takeRound(sides)
  }
  return chosen.scenarios
}

/** One side of each assertion; if there are many assertions, those of different thresholds first. */
function firstSides(sources: readonly SidesOfAssertion[], most: number): readonly TwoSides[] {
  const seen = new Set<string>()
  const repeated: TwoSides[] = []
  const fresh: TwoSides[] = []
  for (const source of sources.slice(0, MAX_SEARCHED_ASSERTIONS)) {
    if (fresh.length >= most) break
    const side = source.first()
    if (side === null) continue
    if (seen.has(side.key)) repeated.push(side)
    else fresh.push(side)
    seen.add(side.key)
  }
  return [...fresh, ...repeated]
}

interface TwoSides {
  /** Names the threshold or the claim. */
  readonly key: string
  readonly one: BoundaryCase
  /** With another outcome; null if the assertion never has another one there. */
  readonly other: BoundaryCase | null
}

class SidesOfAssertion {
  private readonly waiting: TwoSides[] = []

  constructor(
    private readonly sides: Generator<Side, void, void>,
    private readonly program: Program,
    readonly assertion: number,
  ) {}

  /** Null if there is no further side. */
  next(): TwoSides | null {
    return this.waiting.shift() ?? this.read()
  }

  /** The first with both outcomes, if there is one. */
  first(): TwoSides | null {
    for (let side = this.read(); side !== null; side = this.read()) {
      if (side.other !== null) return side
      this.waiting.push(side)
    }
    return this.next()
  }

  private read(): TwoSides | null {
    for (;;) {
      const { value: side } = this.sides.next()
      if (side === undefined) return null
      const [one] = side
      if (one === undefined) continue
      const outcome = this.outcome(one)
      const other = side.find((each) => this.outcome(each) !== outcome) ?? null
      return { key: /“.*”/s.exec(one.why)?.[0] ?? one.why, one, other }
    }
  }

  private outcome({ values }: BoundaryCase): Outcomes {
    return this.program.evaluate(this.assertion, values, new Meter(MAX_STEPS))
  }
}

class ChosenCases {
  private readonly chosen = new Map<string, BlindScenario>()

  constructor(
    private readonly ruleset: CheckedRuleset,
    private readonly most: number,
  ) {}

  get count(): number {
    return this.chosen.size
  }

  get isFull(): boolean {
    return this.count >= this.most
  }

  get scenarios(): readonly BlindScenario[] {
    return [...this.chosen.values()]
  }

  /**
   * Takes both cases of each pair if there is room, otherwise one of each before the others, from alternating sides.
   */
  takeRound(round: readonly TwoSides[]): void {
    const hasRoom = round.length * 2 <= this.most - this.count
    const sides = round.map(({ one, other }, index) =>
      hasRoom || index % 2 === 0 || other === null ? [one, other] : [other, one],
    )
    for (const [first] of sides) this.take(first ?? null)
    for (const [, second] of sides) this.take(second ?? null)
  }

  private take(boundary: BoundaryCase | null): void {
    if (boundary === null || this.isFull) return
    const { assertion } = boundary
    const reads = withWhatIsAround(this.ruleset, this.ruleset.assertions[assertion]!.reads)
    const values = boundary.values.slice(0, this.ruleset.inputs.length)
    const isRead = new Set(reads)
    const known = values.map((value, index) => (isRead.has(index) ? value : null))
    const claims = claimDictionary(this.ruleset, known)
    const key = JSON.stringify([assertion, claims])
    if (!this.chosen.has(key)) this.chosen.set(key, { assertion, claims, reads, known, boundary })
  }
}

/** Adds the records and lists that inputs are in, and the other inputs of the same claim. */
function withWhatIsAround({ inputs }: CheckedRuleset, reads: readonly number[]): readonly number[] {
  const all = new Set(reads)
  for (const index of all) {
    const { form, within = [] } = inputs[index]!
    for (const { input } of within) all.add(input)
    if (form?.kind === 'coded') all.add(form.code)
    if (form?.kind === 'text' && form.length !== null) all.add(form.length)
    if (form?.kind === 'code' || form?.kind === 'length') all.add(form.of)
  }
  return [...all].sort((one, other) => one - other)
}

/** Question and value of every claim of a scenario, without absent records and entries. */
export function factsOfScenario(
  { inputs }: CheckedRuleset,
  { reads, known }: BlindScenario,
  names: Names,
): readonly { readonly name: string; readonly question: string; readonly value: string }[] {
  const told = reads.filter((index) => inputs[index]!.kind === 'claim')
  return worthsInWords(inputs, told, known).map(({ input, worth }) => ({
    ...{ name: names.called(input.name), question: questionOf(input), value: worth },
  }))
}
