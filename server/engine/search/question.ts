/**
 * One assertion under known values that tier 1 left open: what is unbound, what still occurs, what may be tried.
 *
 * Promises: everything here follows from ruleset and known values alone, so every search that starts from it is
 * deterministic. Completions leave an unbound input that no longer occurs at null.
 */
import type { Rational } from '../../language/numeric/rational'
import type { Input } from '../../language/semantics/checked-ruleset'
import { type BooleanNode, childNodes, type ValueNode } from '../evaluate/node'
import type { Program } from '../evaluate/program'
import type { Meter } from '../meter'
import type { Known, Outcomes, Value } from '../value'
import { type Boundaries, boundaries } from './boundaries'
import { candidates, isFiniteInput } from './candidates'
import { searchSteps } from './caps'
import { occurringInputs } from './occurring'

const NONE_MET: readonly Rational[] = []

export class Question {
  /** Inputs that the expression names and that have no known value, in the order of declaration. */
  readonly unbound: readonly number[]
  /** The known values, and the one value of each unbound enum that has no second: searches start from here. */
  readonly base: Known
  private readonly lastSearchStep: number
  private occurringCache: readonly number[] | null = null
  private boundaryCache: Boundaries | null = null
  private readonly belowCache = new Map<ValueNode, ReadonlySet<number>>()
  private readonly candidateCache = new Map<number, readonly Value[]>()

  constructor(
    readonly program: Program,
    readonly assertion: number,
    readonly known: Known,
    readonly meter: Meter,
  ) {
    this.unbound = program.ruleset.assertions[assertion]!.reads.filter((input) => known[input] === null)
    this.lastSearchStep = meter.steps + searchSteps(program.roots.length, this.unbound.length)
    const single = this.unbound.filter((input) => hasOneValue(this.input(input)))
    this.base =
      single.length === 0 ? known : known.map((value, i) => (single.includes(i) ? this.candidates(i)[0]! : value))
  }

  /** Those of {@link unbound} that still occur in {@link base}, in the order of declaration. */
  get occurring(): readonly number[] {
    this.occurringCache ??= [...this.occurringIn(this.base)].sort((a, b) => a - b)
    return this.occurringCache
  }

  /** Inputs that still occur under these values, in the order in which the expression comes to them. */
  occurringIn(values: Known): readonly number[] {
    return occurringInputs(this.program, this.assertion, values, this.meter)
  }

  /** The assertion's condition. */
  get root(): BooleanNode {
    return this.program.roots[this.assertion]!
  }

  input(input: number): Input {
    return this.program.ruleset.inputs[input]!
  }

  /** Inputs that a node of the condition names, known ones too. Not for deep conditions (evaluate/shared-cell.ts). */
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

  /** The values that are tried for an unbound input, in order. */
  candidates(input: number): readonly Value[] {
    let values = this.candidateCache.get(input)
    if (values === undefined) {
      values = candidates(this.input(input), this.constants(input), this.program.begin(this.known, this.meter))
      this.candidateCache.set(input, values)
    }
    return values
  }

  private constants(input: number): readonly Rational[] {
    if (isFiniteInput(this.input(input))) return NONE_MET
    this.boundaryCache ??= boundaries(this.root, this.program.begin(this.known, this.meter))
    return this.boundaryCache.get(input) ?? NONE_MET
  }

  /** Whether a search that starts now may go on: for so many steps, and within those of all searches together. */
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
