/**
 * The fewest claims with other values under which conditions hold. Subsets are tried by size, then in the order of
 * declaration, so proposals are minimal if every smaller subset was decided. Unknown claims that stay unknown may take
 * any value.
 */
import type { Completion, Known } from '../../engine/core/value'
import { FALSE, NONE, TRUE } from '../../engine/core/value'
import { Rational } from '../../language/numeric/rational'
import { isAmount } from '../../language/semantics/checked-type'
import type { Limit } from '../answer'
import { type Condition, conjunction, type Space, withinRanges } from '../condition'
import { type AskTools, type Found, findWitness, limitOf, spentBudget } from '../find-witness'
import { inputsOf } from '../question-ruleset'
import { AllowedValues, type Proposal, type Target } from './allowed-values'
import { subsetsMeeting } from './subsets-meeting'
import { constantOf, substituteInputs } from './substitution'

/** Claims whose other values are not decided. */
export interface Undecided {
  readonly changed: readonly number[]
  readonly limit: Limit | 'questions'
}

export type Nearest =
  /** At most {@link MAX_PROPOSALS}, with as few claims as possible. */
  | { readonly status: 'found'; readonly proposals: readonly Proposal[]; readonly undecided: readonly Undecided[] }
  /** `few`: at most {@link MAX_CHANGED} claims were tried. */
  | { readonly status: 'none'; readonly tried: 'all' | 'few' }
  | { readonly status: 'not decided'; readonly limit: Limit | 'questions' }
  | { readonly status: 'needs solver' }

export const MAX_CHANGED = 4
export const MAX_PROPOSALS = 3
const MAX_SUBSETS = 600
/** Steps of the search for subsets, without questions. */
const MAX_STEPS = 20_000
/** Counterexamples to one subset. */
const MAX_COUNTEREXAMPLES = 16
/** Combinations of members for one subset. */
const MAX_COMBINATIONS = 64

export interface Search {
  readonly space: Space
  readonly known: Known
  readonly target: Target
  /** Ascending. */
  readonly mayChange: readonly number[]
  /** Each set must contain a changed input: it is read by a condition that does not hold yet. */
  readonly mustMeet: readonly (readonly number[])[]
}

export function nearestPassing(search: Search, tools: AskTools): Nearest {
  let attempts = MAX_SUBSETS
  const left = { steps: MAX_STEPS }
  const mustMeet = search.mustMeet.map((reads) => new Set(reads))
  const largest = Math.min(MAX_CHANGED, search.mayChange.length)
  for (let size = 1; size <= largest; size++) {
    const proposals: Proposal[] = []
    const undecided: Undecided[] = []
    for (const changed of subsetsMeeting(search.mayChange, size, mustMeet, left)) {
      if (attempts-- === 0) return proposals.length > 0 ? { status: 'found', proposals, undecided } : OUT_OF_QUESTIONS
      const attempt = tryChanged(search, changed, tools)
      if (attempt.status === 'needs solver') return attempt
      if (attempt.status === 'found') proposals.push({ changed, values: attempt.values })
      // Equally few other claims may still be enough.
      if (attempt.status === 'always refuted') undecided.push({ changed, limit: 'questions' })
      if (attempt.status === 'undecided') undecided.push({ changed, limit: attempt.limit })
      if (proposals.length === MAX_PROPOSALS || spentBudget(tools.meter) !== null) break
    }
    if (proposals.length > 0) return { status: 'found', proposals, undecided }
    const [first] = undecided
    if (first !== undefined) return { status: 'not decided', limit: first.limit }
    if (left.steps === 0) return OUT_OF_QUESTIONS
  }
  return { status: 'none', tried: search.mayChange.length <= MAX_CHANGED ? 'all' : 'few' }
}

export type Attempted =
  | Exclude<Found, { status: 'found' }>
  | { readonly status: 'found'; readonly values: Known }
  | { readonly status: 'always refuted' }

/**
 * Changes exactly these claims.
 * @returns `values` of all inputs
 */
export function tryChanged(
  search: Pick<Search, 'space' | 'known' | 'target'>,
  changed: readonly number[],
  tools: AskTools,
): Attempted {
  return new Attempt(search, changed, tools).run()
}

const OUT_OF_QUESTIONS: Nearest = { status: 'not decided', limit: 'questions' }

/** Proposes values, looks for a counterexample among the unknown claims, and adds it to the question. */
class Attempt {
  private space: Space
  private readonly conditions: Condition[]
  private readonly start: Known
  /** Unknown and not changed. */
  private readonly open: readonly number[]

  constructor(
    private readonly search: Pick<Search, 'space' | 'known' | 'target'>,
    private readonly changed: readonly number[],
    private readonly tools: AskTools,
  ) {
    const { space, known, target } = search
    this.space = space
    this.start = known.map((value, input) => (changed.includes(input) ? null : value))
    const read = inputsOf(space, conjunction([...target.always, ...target.sometimes]))
    this.open = read.filter((input) => known[input] === null && !changed.includes(input))
    this.conditions = [...withinRanges(space, changed), ...target.always]
    for (const condition of target.sometimes) this.conditions.push(this.withOwnUnknowns(condition))
  }

  /** `always refuted`: more than {@link MAX_COUNTEREXAMPLES} proposals failed. */
  run(): Attempted {
    return this.exactly() ?? this.byCounterexamples()
  }

  /**
   * If other numbers stay unknown, tries every combination of members and the intervals of one number. Null if that
   * does not decide it.
   */
  private exactly(): Attempted | null {
    const { space } = this.search
    const isNumber = (input: number) => space.inputs[input]!.type.kind === 'numeric'
    const numbers = this.changed.filter(isNumber)
    const combinations = this.combinations(this.changed.filter((input) => !isNumber(input)))
    if (!this.open.some(isNumber) || numbers.length > 1 || combinations === null) return null
    try {
      return this.firstOf(combinations, numbers[0] ?? null)
    } catch (error) {
      const limit = limitOf(error)
      if (limit === null) throw error
      return { status: 'undecided', limit }
    }
  }

  private firstOf(combinations: readonly Known[], number: number | null): Attempted | null {
    const { space, known, target } = this.search
    const allowed = new AllowedValues(space, known, target, this.tools)
    let isDecided = true
    for (const values of combinations) {
      if (number === null) {
        const holds = allowed.holds(values)
        if (holds === true) return { status: 'found', values }
        isDecided &&= holds === false
        continue
      }
      const value = allowed.someNumber(values, number)
      if (value instanceof Rational) return { status: 'found', values: values.with(number, value) }
      isDecided &&= value === 'none'
    }
    return isDecided ? { status: 'none' } : null
  }

  /** Null if there are too many. */
  private combinations(inputs: readonly number[]): readonly Known[] | null {
    const { space, known } = this.search
    let combinations: readonly Known[] = [known]
    for (const input of inputs) {
      const { type } = space.inputs[input]!
      if (isAmount(type)) return null
      const members = type.kind === 'boolean' ? [true, false] : type.vocabulary
      if (combinations.length * members.length > MAX_COMBINATIONS) return null
      combinations = combinations.flatMap((each) => members.map((member) => each.with(input, member)))
    }
    return combinations
  }

  private byCounterexamples(): Attempted {
    for (let round = 0; round <= MAX_COUNTEREXAMPLES; round++) {
      const attempt = findWitness(this.space, conjunction(this.conditions), TRUE, this.tools, this.known())
      if (attempt.status !== 'found') return attempt
      const values = this.search.known.map((value, input) =>
        this.changed.includes(input) ? (attempt.values[input] ?? null) : value,
      )
      const refuted = this.refute(values)
      if (refuted.status === 'none') return { status: 'found', values }
      if (refuted.status !== 'found') return refuted
      this.conditions.push(this.under(refuted.values))
    }
    return { status: 'always refuted' }
  }

  /** Finds values of unknown claims under which a condition of `always` fails. */
  private refute(values: Known): Found {
    const { space, target } = this.search
    if (this.open.length === 0 || target.always.length === 0) return { status: 'none' }
    return findWitness(space, conjunction(target.always), FALSE | NONE, this.tools, values)
  }

  private under(values: Completion): Condition {
    const replaced = new Map(
      this.open.flatMap((input) => {
        const value = values[input] ?? null
        return value === null ? [] : [[input, constantOf(this.search.space.inputs[input]!, value)] as const]
      }),
    )
    const { space, condition } = substituteInputs(this.space, conjunction(this.search.target.always), replaced)
    this.space = space
    return condition
  }

  /** Each condition of `sometimes` may hold under its own values of the unknown claims. */
  private withOwnUnknowns(condition: Condition): Condition {
    const inputs = [...this.space.inputs]
    const replaced = new Map(
      this.open.map((input) => {
        const declared = inputs[input]!
        const index = inputs.push(declared) - 1
        return [input, { kind: 'input', input: index, type: declared.type, start: 0, end: 0 }] as const
      }),
    )
    const own = substituteInputs({ ...this.space, inputs }, condition, replaced)
    this.space = own.space
    return own.condition
  }

  private known(): Known {
    return this.space.inputs.map((_, input) => this.start[input] ?? null)
  }
}
