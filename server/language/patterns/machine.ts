/** Machines that read a text one code point at a time and say at the end whether they accept it. */

import { closeUnderCase, foldPoint } from './case-folding'
import { Alphabet, type CharSet, contains, single } from './char-set'
import { type Pattern, setOf } from './pattern'

/** Deterministic. States are small whole numbers. */
export interface Machine {
  readonly start: number
  /** Code points that are in the same of these sets lead from a state to the same state. */
  readonly sets: readonly CharSet[]
  step(state: number, point: number): number
  accepts(state: number): boolean
  /** True if no text that continues from this state is accepted. */
  isHopeless(state: number): boolean
}

/** A pattern or several of them have more states than this. */
export class TooManyStatesError extends Error {}

export const MAX_STATES = 20_000

/** Bounds the product of all sets of characters with their ranges. */
export const MAX_SETS = 600

/** Bounds what finding the kinds of texts may cost in one ruleset. The same text always costs the same steps. */
export class Work {
  spent = 0

  constructor(private readonly limit: number) {}

  /** @throws TooManyStatesError */
  spend(steps: number): void {
    this.spent += steps
    if (this.spent > this.limit) throw new TooManyStatesError()
  }
}

export const UNLIMITED = new Work(Number.POSITIVE_INFINITY)

export function runMachine(machine: Machine, text: string): boolean {
  let state = machine.start
  for (const character of text) state = machine.step(state, character.codePointAt(0)!)
  return machine.accepts(state)
}

interface Node {
  /** Null for a step without a code point. */
  readonly set: CharSet | null
  readonly next: number[]
}

/** @throws TooManyStatesError */
export function patternMachine(pattern: Pattern, ignoringCase: boolean, work: Work = UNLIMITED): Machine {
  const nodes = new NodeBuilder(ignoringCase ? closeUnderCase : (set) => set)
  const end = nodes.add(null)
  const start = nodes.build(pattern, end)
  return new SubsetMachine(nodes.nodes, start, end, work)
}

const MAX_BUILT = 200_000

class NodeBuilder {
  readonly nodes: Node[] = []
  private built = 0

  constructor(private readonly close: (set: CharSet) => CharSet) {}

  add(set: CharSet | null, ...next: number[]): number {
    if (this.nodes.length >= MAX_STATES) throw new TooManyStatesError()
    this.nodes.push({ set, next })
    return this.nodes.length - 1
  }

  /** Returns the first node of the pattern; its last one leads to `next`. */
  build(pattern: Pattern, next: number): number {
    // A pattern of nothing has no nodes, however often it is repeated.
    if (++this.built > MAX_BUILT) throw new TooManyStatesError()
    switch (pattern.kind) {
      case 'set':
        return this.add(setOf(pattern, this.close), next)
      case 'sequence':
        return pattern.inner.reduceRight((after, part) => this.build(part, after), next)
      case 'choice':
        return this.add(null, ...pattern.inner.map((part) => this.build(part, next)))
      case 'repeat':
        return this.repeat(pattern.part, pattern.least, pattern.most, next)
    }
  }

  private repeat(part: Pattern, least: number, most: number | null, next: number): number {
    let first = next
    if (most === null) {
      first = this.add(null, next)
      this.nodes[first]!.next.push(this.build(part, first))
    } else for (let i = least; i < most; i++) first = this.add(null, next, this.build(part, first))
    for (let i = 0; i < least; i++) first = this.build(part, first)
    return first
  }
}

/** The states are sets of nodes; each is built when a text first reaches it. */
class SubsetMachine implements Machine {
  readonly sets: readonly CharSet[]
  readonly start: number
  private readonly ids = new Map<string, number>()
  private readonly states: (readonly number[])[] = []
  /** By symbol of the alphabet, so that no text makes them many. */
  private readonly steps: Map<number, number>[] = []
  private readonly alphabet: Alphabet

  constructor(
    private readonly nodes: readonly Node[],
    start: number,
    private readonly end: number,
    private readonly work: Work,
  ) {
    const sets = new Map<string, CharSet>()
    for (const { set } of nodes) if (set !== null) sets.set(JSON.stringify(set), set)
    if (sets.size > MAX_SETS) throw new TooManyStatesError()
    this.sets = [...sets.values()]
    this.alphabet = new Alphabet(this.sets)
    this.start = this.stateOf([start])
  }

  step(state: number, point: number): number {
    const symbol = this.alphabet.symbolOf(point)
    const known = this.steps[state]!.get(symbol)
    if (known !== undefined) return known
    const reached = this.states[state]!.flatMap((node) => {
      const { set, next } = this.nodes[node]!
      return set !== null && contains(set, point) ? next : []
    })
    const next = this.stateOf(reached)
    this.steps[state]!.set(symbol, next)
    return next
  }

  accepts(state: number): boolean {
    return this.states[state]!.includes(this.end)
  }

  isHopeless(state: number): boolean {
    return this.states[state]!.length === 0
  }

  private stateOf(nodes: readonly number[]): number {
    const reached = new Set<number>()
    const open = [...nodes]
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      if (reached.has(node)) continue
      reached.add(node)
      if (this.nodes[node]!.set === null) open.push(...this.nodes[node]!.next)
    }
    this.work.spend(1 + reached.size)
    const kept = [...reached].filter((node) => node === this.end || this.nodes[node]!.set !== null)
    const key = kept.sort((a, b) => a - b).join()
    const known = this.ids.get(key)
    if (known !== undefined) return known
    if (this.states.length >= MAX_STATES) throw new TooManyStatesError()
    this.ids.set(key, this.states.length)
    this.states.push(kept)
    this.steps.push(new Map())
    return this.states.length - 1
  }
}

const DEAD = -1

/** Accepts exactly these texts. */
export function listMachine(texts: readonly string[], ignoringCase: boolean): Machine {
  const fold = ignoringCase ? foldPoint : (point: number) => point
  const steps: Map<number, number>[] = [new Map()]
  const ends = new Set<number>()
  const points = new Set<number>()
  for (const text of texts) {
    let state = 0
    for (const character of text) {
      const point = fold(character.codePointAt(0)!)
      points.add(point)
      let next = steps[state]!.get(point)
      if (next === undefined) {
        next = steps.push(new Map()) - 1
        steps[state]!.set(point, next)
      }
      state = next
    }
    ends.add(state)
  }
  return {
    start: 0,
    sets: [...points].map((point) => (ignoringCase ? closeUnderCase(single(point)) : single(point))),
    step: (state, point) => (state === DEAD ? DEAD : (steps[state]!.get(fold(point)) ?? DEAD)),
    accepts: (state) => ends.has(state),
    isHopeless: (state) => state === DEAD,
  }
}

/** Accepts what both accept. */
export function bothMachines(one: Machine, other: Machine): Machine {
  const pairs = new StatePairs()
  const stateOf = (left: number, right: number) =>
    one.isHopeless(left) || other.isHopeless(right) ? DEAD : pairs.idOf(left, right)
  return {
    start: stateOf(one.start, other.start),
    sets: [...one.sets, ...other.sets],
    step(state, point) {
      if (state === DEAD) return DEAD
      return stateOf(one.step(pairs.left(state), point), other.step(pairs.right(state), point))
    },
    accepts: (state) => state !== DEAD && one.accepts(pairs.left(state)) && other.accepts(pairs.right(state)),
    isHopeless: (state) => state === DEAD,
  }
}

/** Numbers pairs of states in the order of first use. */
export class StatePairs {
  /** By the left state, which is -1 at least. */
  private readonly ids: Map<number, number>[] = []
  private readonly lefts: number[] = []
  private readonly rights: number[] = []

  idOf(left: number, right: number): number {
    this.ids[left + 1] ??= new Map()
    const ids = this.ids[left + 1]!
    const known = ids.get(right)
    if (known !== undefined) return known
    ids.set(right, this.lefts.length)
    this.rights.push(right)
    return this.lefts.push(left) - 1
  }

  left(id: number): number {
    return this.lefts[id]!
  }

  right(id: number): number {
    return this.rights[id]!
  }
}
