/**
 * Everything follows from ruleset and known values, so searches are deterministic. Completions leave inputs
 * that no longer occur at null.
 */
import type { Rational } from '../../language/numeric/rational'
import type { Input } from '../../language/semantics/checked-input'
import type { Meter } from '../core/meter'
import type { Known, Outcomes, Value } from '../core/value'
import { type BooleanNode, childNodes, type ValueNode } from '../evaluate/node'
import type { Program } from '../evaluate/program'
import { type Boundaries, findBoundaries } from './boundaries'
import { candidatesFor, isFiniteInput } from './candidates'
import { searchSteps } from './caps'
import { findNamedMembers } from './named-members'
import { occurringInputs } from './occurring'

const NO_CONSTANTS: readonly Rational[] = []

export class Question {
  /** In the order of declaration. */
  readonly unbound: readonly number[]
  /** Known values and those of one-member enums. */
  readonly base: Known
  private readonly lastSearchStep: number
  private occurringCache: readonly number[] | null = null
  private boundaryCache: Boundaries | null = null
  private memberCache: ReadonlyMap<number, readonly string[]> | null = null
  private readonly belowCache = new Map<ValueNode, ReadonlySet<number>>()
  private readonly candidateCache = new Map<number, readonly Value[]>()

  constructor(
    readonly program: Program,
    readonly assertion: number,
    readonly known: Known,
    readonly meter: Meter,
  ) {
    this.unbound = program.ruleset.assertions[assertion]!.reads.filter((input) => known[input] === null)
    this.lastSearchStep = meter.steps + searchSteps(program.roots.length, this.unbound.length, meter.steps)
    const single = this.unbound.filter((input) => hasOneValue(this.input(input)))
    this.base =
      single.length === 0 ? known : known.map((value, i) => (single.includes(i) ? this.candidates(i)[0]! : value))
  }

  /** Inputs of {@link unbound} that still occur in {@link base}. */
  get occurring(): readonly number[] {
    this.occurringCache ??= [...this.occurringIn(this.base)].sort((a, b) => a - b)
    return this.occurringCache
  }

  /** The inputs that occur in it, in the expression's order. */
  occurringIn(values: Known): readonly number[] {
    return occurringInputs(this.program, this.assertion, values, this.meter)
  }

  get root(): BooleanNode {
    return this.program.roots[this.assertion]!
  }

  input(input: number): Input {
    return this.program.ruleset.inputs[input]!
  }

  /** Includes known inputs. Not for deep conditions (evaluate/shared-cell.ts). */
  inputsBelow(node: ValueNode): ReadonlySet<number> {
    const known = this.belowCache.get(node)
    if (known !== undefined) return known
    const inputs = new Set<number>()
    if (node.kind === 'input') inputs.add(node.input)
    for (const part of childNodes(node)) for (const input of this.inputsBelow(part)) inputs.add(input)
    this.belowCache.set(node, inputs)
    this.meter.spend(1 + inputs.size)
    return inputs
  }

  candidates(input: number): readonly Value[] {
    let values = this.candidateCache.get(input)
    if (values === undefined) {
      values = candidatesFor(this.input(input), this.constants(input), this.program.begin(this.known, this.meter))
      this.candidateCache.set(input, values)
    }
    return values
  }

  /** Candidates with those first that the expression names, as some vocabularies are longer than a search. */
  tellingCandidates(input: number): readonly Value[] {
    const candidates = this.candidates(input)
    if (this.input(input).type.kind !== 'enum') return candidates
    this.memberCache ??= findNamedMembers(this.root, this.program.begin(this.known, this.meter))
    const named = this.memberCache.get(input)
    if (named === undefined) return candidates
    const isNamed = (value: Value) => typeof value === 'string' && named.includes(value)
    return [...candidates.filter(isNamed), ...candidates.filter((value) => !isNamed(value))]
  }

  private constants(input: number): readonly Rational[] {
    if (isFiniteInput(this.input(input))) return NO_CONSTANTS
    this.boundaryCache ??= findBoundaries(this.root, this.program.begin(this.known, this.meter))
    return this.boundaryCache.get(input) ?? NO_CONSTANTS
  }

  /** @returns whether a search may continue: within `steps`, and within the limit of all searches together */
  allowance(steps: number): () => boolean {
    const { meter } = this
    const last = Math.min(meter.steps + steps, this.lastSearchStep)
    return () => meter.steps <= last
  }

  evaluate(values: Known): Outcomes {
    return this.program.evaluate(this.assertion, values, this.meter)
  }
}

function hasOneValue({ type }: Input): boolean {
  return type.kind === 'enum' && type.vocabulary.length === 1
}
