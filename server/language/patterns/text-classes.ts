/**
 * The kinds of texts that the rules of a ruleset tell apart: each text that they compare with, and the other texts by the
 * shapes that they have. A kind is listed only if some text is of that kind, and with exactly the lengths that its texts
 * have.
 */
import { Alphabet } from './char-set'
import { exactLength, isEmpty, type Lengths } from './lengths'
import {
  listMachine,
  MAX_SETS,
  type Machine,
  runMachine,
  StatePairs,
  TooManyStatesError,
  UNLIMITED,
  type Work,
} from './machine'

export interface TextClass {
  /** The text, if it is the only one. */
  readonly literal: string | null
  /** For each shape, whether the texts have it. */
  readonly matches: readonly boolean[]
  readonly lengths: Lengths
  /** A shortest text of the class. */
  readonly sample: string
}

export interface AskedTexts {
  /** Distinct texts that rules compare with. */
  readonly literals: readonly string[]
  /** Texts that are codes and so no texts of the claim. */
  readonly codes: readonly string[]
  readonly shapes: readonly Machine[]
  readonly ignoringCase: boolean
}

/** The texts that lead to a state. */
interface Step {
  readonly state: number
  readonly point: number
}

const NO_STEP: Step = { state: -1, point: -1 }

/** More are refused: texts that rules compare with, and kinds of others. */
const MAX_LITERALS = 2_000
const MAX_OTHERS = 200
const MAX_PRODUCT_STATES = 30_000
const MAX_EXAMPLE_STEPS = 2_000_000
/** The steps that the texts of a ruleset may cost, which is part of every compilation. */
export const MAX_TEXT_STEPS = 4_000_000

/** @throws TooManyStatesError */
export function textClasses(questions: AskedTexts, work: Work = UNLIMITED): readonly TextClass[] {
  if (questions.literals.length > MAX_LITERALS) throw new TooManyStatesError()
  const named = questions.literals.map((literal): TextClass => {
    const matches = questions.shapes.map((shape) => runMachine(shape, literal))
    return { literal, matches, lengths: exactLength([...literal].length), sample: literal }
  })
  const list = listMachine([...questions.literals, ...questions.codes], questions.ignoringCase)
  const others = new Product([list, ...questions.shapes], work).classes()
  if (others.length > MAX_OTHERS) throw new TooManyStatesError()
  return [...named, ...others]
}

/** A text of the class with this length, which it has; null if it is too long to look for. */
export function textOfLength(questions: AskedTexts, { literal, matches }: TextClass, length: number): string | null {
  if (literal !== null) return literal
  const list = listMachine([...questions.literals, ...questions.codes], questions.ignoringCase)
  return new Product([list, ...questions.shapes], UNLIMITED).textOfLength(
    matches.map((bit) => (bit ? '1' : '0')).join(''),
    length,
  )
}

/** All machines at once. */
class Product {
  private readonly points: readonly number[]
  private readonly pairs: readonly StatePairs[]
  private readonly ids = new Map<number, number>()
  private readonly states: (readonly number[])[] = []
  /** For each state the states after it, and the code point that led to the state first. */
  private readonly next: (readonly number[])[] = []
  private readonly before: Step[] = []

  constructor(
    private readonly machines: readonly Machine[],
    private readonly work: Work,
  ) {
    const sets = machines.reduce((sum, machine) => sum + machine.sets.length, 0)
    if (sets > MAX_SETS) throw new TooManyStatesError()
    this.pairs = machines.map(() => new StatePairs())
    this.points = new Alphabet(machines.flatMap(({ sets }) => sets)).representatives()
    this.add(
      machines.map(({ start }) => start),
      NO_STEP,
    )
    for (let state = 0; state < this.states.length; state++) this.next.push(this.follow(state))
  }

  classes(): readonly TextClass[] {
    const kinds = this.states.map((_, state) => this.kindOf(state))
    const lengths = this.lengths(kinds)
    const classes: TextClass[] = []
    const seen = new Set<string>()
    for (const [state, kind] of kinds.entries()) {
      if (kind === null || seen.has(kind)) continue
      seen.add(kind)
      const found = lengths.get(kind)
      if (found === undefined || isEmpty(found)) continue
      const matches = [...kind].map((bit) => bit === '1')
      classes.push({ literal: null, matches, lengths: found, sample: this.textTo(state) })
    }
    return classes
  }

  textOfLength(kind: string, length: number): string | null {
    if (length * this.states.length * this.points.length > MAX_EXAMPLE_STEPS) return null
    const levels: Map<number, Step>[] = [new Map([[0, NO_STEP]])]
    for (let level = 0; level < length; level++) {
      const after = new Map<number, Step>()
      for (const state of levels[level]!.keys())
        for (const point of this.points) {
          const next = this.step(state, point)
          if (!after.has(next)) after.set(next, { state, point })
        }
      levels.push(after)
    }
    const last = [...levels[length]!.keys()].find((state) => this.kindOf(state) === kind)
    if (last === undefined) return null
    const points: number[] = []
    let state = last
    for (let level = length; level > 0; level--) {
      const before = levels[level]!.get(state)!
      points.push(before.point)
      state = before.state
    }
    return points.reverse().reduce((text, point) => text + String.fromCodePoint(point), '')
  }

  /** The number of the state after this one. */
  private step(state: number, point: number): number {
    const own = this.states[state]!
    let id = 0
    for (let i = 0; i < own.length; i++) id = this.pairs[i]!.idOf(id, this.machines[i]!.step(own[i]!, point))
    return (
      this.ids.get(id) ??
      this.add(
        this.machines.map((machine, i) => machine.step(own[i]!, point)),
        { state, point },
      )
    )
  }

  /** All states of the machines together have one number. */
  private add(state: readonly number[], before: Step): number {
    let id = 0
    for (const [i, each] of state.entries()) id = this.pairs[i]!.idOf(id, each)
    if (this.states.length >= MAX_PRODUCT_STATES) throw new TooManyStatesError()
    this.ids.set(id, this.states.length)
    this.states.push(state)
    this.before.push(before)
    return this.states.length - 1
  }

  private follow(state: number): readonly number[] {
    this.work.spend(this.points.length * this.machines.length)
    return [...new Set(this.points.map((point) => this.step(state, point)))]
  }

  /** Null for a text of the list; otherwise one bit for each shape. */
  private kindOf(state: number): string | null {
    const own = this.states[state]!
    const [isListed, ...bits] = this.machines.map((machine, i) => machine.accepts(own[i]!))
    return isListed ? null : bits.map((bit) => (bit ? '1' : '0')).join('')
  }

  /** Goes from length to length until the states that can be reached are those of an earlier length. */
  private lengths(kinds: readonly (string | null)[]): ReadonlyMap<string, Lengths> {
    const levels: ReadonlySet<string>[] = []
    const known = new Map<string, number>()
    let level: readonly number[] = [0]
    for (;;) {
      const key = level.join()
      const again = known.get(key)
      if (again !== undefined) return byKind(levels, again)
      known.set(key, levels.length)
      const reached = new Set<string>()
      for (const state of level) if (kinds[state] != null) reached.add(kinds[state])
      levels.push(reached)
      const after = new Set<number>()
      for (const state of level) {
        this.work.spend(this.next[state]!.length)
        for (const next of this.next[state]!) after.add(next)
      }
      level = [...after].sort((a, b) => a - b)
    }
  }

  private textTo(state: number): string {
    const points: number[] = []
    for (let at = state; at > 0; at = this.before[at]!.state) points.push(this.before[at]!.point)
    return String.fromCodePoint(...points.reverse())
  }
}

/** @param from the length from which on the levels repeat */
function byKind(levels: readonly ReadonlySet<string>[], from: number): ReadonlyMap<string, Lengths> {
  const kinds = new Set(levels.flatMap((level) => [...level]))
  return new Map(
    [...kinds].map((kind) => {
      const isIn = levels.map((level) => level.has(kind))
      return [kind, { first: isIn.slice(0, from), period: isIn.slice(from) }]
    }),
  )
}
